// The clock is set back by an hour while things wait: each of them waits as long as it was to, and not an hour more.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../test/fakes/clock.ts';
import { type Outside, quiet, simulateOutside, turn } from '../../test/fakes/outside.ts';
import { standingNode } from '../../test/fakes/standing-node.ts';
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Effect } from '../domain/effect/effect.ts';
import { planOfFlow } from '../domain/flow/plan-of-flow.ts';
import type { HostId, TaskId } from '../domain/ids.ts';
import type { AgentPurpose } from '../domain/run/run.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectResult } from '../domain/thing.ts';
import { heedClock, type Looked } from './heed-clock.ts';

const host = 'here' as HostId;
const minute = 60_000;
const hour = 60 * minute;

let clock: ManualClock;
let outside: Outside;
let looked: Looked | null;
let warned: unknown[];
beforeEach(async () => {
  clock = manualClock();
  outside = await simulateOutside(clock);
  looked = null;
  warned = [];
  await beat();
});
afterEach(() => outside.close());

const log = { ...quiet, warn: (text: string, data?: object) => void warned.push({ text, ...data }) };

/** As the daemon does. */
async function beat(): Promise<void> {
  const { queue } = outside.engine.ports;
  looked = await outside.store.transact(async (tx) => {
    const now = await heedClock({ queue, clock, log }, tx, host, looked);
    await tx.beat({ id: host, seenAt: now.at });
    return now;
  });
}

async function setBack(): Promise<void> {
  await clock.jump(-hour);
  await beat();
}

const ended = (task: Task) => task.ended;
/** Something waits for a time. */
const waits = () => expect.poll(() => outside.store.read((reads) => reads.timers(clock.now()))).not.toHaveLength(0);
/** What is driven meanwhile has been driven. */
const settled = async (id: TaskId) => {
  const before = (await outside.task(id)).version;
  for (let turns = 0; turns < 20; turns += 1) await clock.advance(0);
  expect((await outside.task(id)).version).toBe(before);
};

/** The first turn of this role is refused for half an hour. */
function refuse(role: AgentPurpose['role']): void {
  let refused = false;
  outside.script = {
    run: (purpose) => {
      if (refused || purpose.kind !== 'agent' || purpose.role !== role) return null;
      refused = true;
      const until = clock.now() + 30 * minute;
      return { result: turn('', { outcome: { kind: 'limited', until, message: 'later' } }) };
    },
  };
}

/** As given once, then as usual. */
function once(name: Effect['name'], result: EffectResult): void {
  let done = false;
  outside.script = {
    run: () => null,
    effect: (effect) => {
      if (done || effect.name !== name) return null;
      done = true;
      return result;
    },
  };
}

const isRefused = (task: Task) =>
  ['analyzing', 'developing'].includes(task.state.at.kind) && task.state.slot === 'none';

it.each(['analyze', 'develop'] as const)('WT-69 a limit of the agent that is to %s is waited for', async (role) => {
  refuse(role);
  const id = await outside.create();
  await outside.until(id, isRefused);
  await clock.advance(10 * minute);
  await setBack();
  await clock.advance(19 * minute);
  await settled(id);
  expect(isRefused(await outside.task(id))).toBe(true);
  await clock.advance(minute);
  await outside.until(id, ended);
});

it('WT-69 PC-80 a limit of the agent that a loop asks is waited for, and the step is gone through then', async () => {
  refuse('develop');
  const failure = { error_code: 'PATH_NOT_FOUND', message: 'gone' } as const;
  outside.script = {
    ...outside.script,
    effect: ({ name }) => (name === 'write-flow-files' || name === 'read-summary' ? { kind: 'failed', failure } : null),
  };
  const step = { id: 'mend', tool: 'auto', mode: 'write', command: null, prompt: 'Mend.', onError: 'continue' };
  const loop = {
    enabled: true,
    maxIterations: 1,
    successCondition: 'mend_exit_code === 0',
    onFailure: 'pause',
  } as const;
  const nodes = [standingNode({ id: 'A', type: 'refactor', loop: { ...loop, maxRetries: 0, steps: [step] } })];
  const flow = { name: 'WFS-x', folder: '/checkout/x', below: '', nodes };
  const id = await outside.create({ text: 'WFS-x', plan: planOfFlow(flow).text, flow, until: 'test' });
  await outside.until(id, isRefused);
  await clock.advance(29 * minute);
  await settled(id);
  expect(isRefused(await outside.task(id))).toBe(true);
  await clock.advance(minute);
  expect((await outside.until(id, ended)).state.known.work.done).toEqual(['A']);
});

it('WT-69 a limit is waited for though the daemon was begun anew meanwhile, and does not know how long it was down', async () => {
  refuse('develop');
  const id = await outside.create();
  await outside.until(id, isRefused);
  await clock.jump(-hour);
  await outside.restart();
  looked = null;
  await beat();
  const [child] = (await outside.store.read((reads) =>
    reads.things({ kind: 'criterion', task: id }),
  )) as readonly Criterion[];
  expect(child?.state.at).toMatchObject({ kind: 'limited', until: clock.now() + 30 * minute });
  await clock.advance(30 * minute);
  await outside.until(id, ended);
});

it('WT-69 an effect that asked for more time is performed again after so long', async () => {
  once('open-hub', { kind: 'later', afterMs: 2 * minute, why: 'not yet' });
  const id = await outside.create();
  await waits();
  await setBack();
  await clock.advance(2 * minute);
  await outside.until(id, ended);
  expect(outside.acts.get('open-hub')).toBe(2);
});

it('WT-69 what nobody noticed yet is delivered after its span, decides "not yet", and goes on with the next beat', async () => {
  refuse('develop');
  const id = await outside.create();
  await outside.until(id, isRefused);
  await clock.jump(-hour);
  await clock.advance(31 * minute);
  await settled(id);
  expect(isRefused(await outside.task(id))).toBe(true);
  await beat();
  await outside.until(id, ended);
});

it('WT-69 a pull request is looked at again', async () => {
  const look = {
    ...{ number: 7, address: 'https://forge.example/7', title: '', body: '', author: '', draft: false, merged: null },
    ...{ branch: '', fork: false, head: null, base: 'main', mergeable: 'yes', checks: [], threads: [], notes: [] },
  };
  let state = 'open';
  outside.script = {
    run: () => null,
    effect: (effect) => {
      if (effect.name === 'open-pull-request') return { kind: 'done', output: { address: look.address } };
      if (effect.name === 'look-at-pull-request') return { kind: 'done', output: { look: { ...look, state } } };
      return null;
    },
  };
  const id = await outside.create();
  const resting = await outside.until(
    id,
    ({ state: { at } }) => at.kind === 'watching' && at.doing?.kind === 'resting',
  );
  const { at } = resting.state;
  const rest = at.kind === 'watching' && at.doing?.kind === 'resting' ? at.doing.until - clock.now() : 0;
  state = 'merged';
  await setBack();
  await clock.advance(rest);
  await outside.until(id, ended);
});

it('says by how much the clock was set back, and how many things are due earlier', async () => {
  refuse('develop');
  const id = await outside.create();
  await outside.until(id, isRefused);
  const waiting = (await outside.store.read((reads) => reads.timers(clock.now()))).length;
  expect(warned).toEqual([]);
  await setBack();
  const text = 'the clock was set back; what waits is due as much earlier';
  expect(warned).toEqual([{ text, back: hour, things: waiting }]);
});

it('WT-69 a clock that goes on, or is set forward, or lags a little moves nothing', async () => {
  refuse('develop');
  const id = await outside.create();
  await outside.until(id, isRefused);
  const timers = () => outside.store.read((reads) => reads.timers(clock.now()));
  const before = await timers();
  await clock.advance(minute);
  await beat();
  await clock.jump(-2_000);
  await beat();
  await clock.jump(minute);
  await beat();
  expect(await timers()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});
