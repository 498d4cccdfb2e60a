// A turn is over: what became of the tests near its edits, and that none of them is at work in its copy any more.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStillEngine, type StillEngine } from '../../../test/fakes/still-engine.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { endEdits } from './edit.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

type Case = {
  readonly paths: readonly string[];
  readonly test?: string;
  readonly asks?: readonly string[];
  readonly ending?: string;
  readonly verdict?: string;
};
const put = (id: string, { paths, test = 'test/a.test.js', asks = [], ending = 'exited', verdict }: Case) =>
  still.put(id, 'run', {
    ...{ parent: 'r1' as never, key: id, ended: verdict !== undefined },
    spec: { purpose: { kind: 'edit', turn: 'r1', asks, paths, choice: { kind: 'files', files: [test] } } } as never,
    state: (verdict === undefined
      ? { kind: 'running' }
      : { kind: 'ended', ending: { kind: ending }, result: { kind: 'gate', result: { verdict } } }) as never,
  });

/** What is asked of the keeper; those that live there, by their ids. */
async function end(...living: readonly string[]) {
  const turn = (await still.put('r1', 'run')) as Run;
  const asked: string[] = [];
  const keeper = {
    find: async (id: string) =>
      living.includes(id) ? { ending: null, outputBytes: 5 } : { ending: { kind: 'exited' } },
    end: async (id: string, reason: string) => void asked.push(`${id} ${reason}`),
    attach: async function* (id: string, from: number) {
      asked.push(`${id} from ${from}`);
      yield new Uint8Array();
    },
  } as unknown as Keeper;
  const { store, queue } = still.engine.ports;
  const at = { now: still.clock.now(), signal: still.stop.signal };
  return { ...(await endEdits({ store, queue, keeper }, turn, at)), asked };
}

it('PC-14 what is still run is ended and waited for, before the turn is read', async () => {
  await put('r2', { paths: ['a.js'] });
  await put('r3', { paths: ['b.js'], verdict: 'passed' });
  expect(await end('r2')).toEqual({ tested: ['b.js'], red: [], asked: ['r2 cancelled', 'r2 from 5'] });
  expect((await still.notices('r2')).map(({ kind }) => kind)).toEqual(['cancel']);
  expect([await still.notices('r3'), still.wakes]).toMatchObject([[], [{ thing: 'r2' }]]);
});

it('one that never began is told not to, and nobody waits for it', async () => {
  await put('r2', { paths: ['a.js'] });
  expect((await end()).asked).toEqual([]);
  expect((await still.notices('r2')).map(({ kind }) => kind)).toEqual(['cancel']);
});

it.each([
  ['passed', 'exited', ['a.js']],
  ['failed', 'exited', ['a.js']],
  ['timeout', 'timed_out', ['a.js']],
  ['skipped', 'exited', []],
  ['not_configured', 'exited', []],
  ['failed', 'cancelled', []],
  ['failed', 'lost', []],
])('PC-14 an edit whose tests came to %s (%s) was followed by a run of %j', async (verdict, ending, tested) => {
  await put('r2', { paths: ['a.js'], verdict, ending });
  expect((await end()).tested).toEqual(tested);
});

it('PC-14 what was red in the end is told where nobody waited for it', async () => {
  await put('r2', { paths: ['a.js'], verdict: 'failed' });
  await put('r3', { paths: ['b.js'], test: 'test/b.test.js', verdict: 'failed' });
  await put('r4', { paths: ['c.js'], test: 'test/c.test.js', verdict: 'failed', asks: ['1'] });
  await put('r5', { paths: ['a.js'], verdict: 'passed' });
  expect((await end()).red).toEqual(['the tests of `test/b.test.js` failed after your edit of `b.js`']);
});
