import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Run } from '../../domain/run/run.ts';
import { sweepLooks } from './sweep.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function run(id: string, ended: boolean): Promise<void> {
  const state = ended
    ? { kind: 'ended', startedAt: 1, endedAt: 2, ending: null, result: { kind: 'lost' } }
    : { kind: 'running', startedAt: 1, endAsked: false };
  const at = bench.clock.now();
  await bench.store.transact(async (tx) => {
    const row = {
      ...{ id, kind: 'run', task: id, parent: null, key: '', host: bench.ports.host, version: 1, fence: 1, effects: 0 },
      ...{ ended: false, spec: { purpose: { kind: 'once' } }, state, createdAt: at, updatedAt: at },
    } as unknown as Run;
    await tx.insert(row);
    if (ended) await tx.update(id as RunId, 1, { state: row.state, ended: true, effects: 0, at });
  });
}
const hub = 'once-0123456789abcdef';
const look = (label: string) => bench.ports.git.recordCheckout(hub, bench.checkout, label);
const home = (name: string) => bench.ports.files.makeFolder(`homes/${name}`);
const there = (name: string) => existsSync(bench.ports.files.path('homes', name));
const names = () =>
  bench.by(['for-each-ref', '--format=%(refname)', 'refs/drover/snap/'], join(bench.folder, 'state/hubs', hub));

it('what ended runs have left goes, and only that: not what is of one at work, of nobody on record, or of a task', async () => {
  expect(await sweepLooks(bench.ports)).toEqual([]);
  await run('r1', true);
  await run('r2', false);
  bench.write('new.txt', 'so that there is a tree to be kept');
  for (const label of ['once/r1-start', 'once/r1-end', 'once/r1', 'once/r2-start', 'once/r9-start', 'shop-1/r1-start'])
    expect(await look(label)).toMatchObject({ ok: true });
  for (const each of ['r1', 'r2', 'r9', 'shop-1', 'r1.kept', 'owners']) await home(each);
  const gone = ['once/r1', 'once/r1-end', 'once/r1-start', 'r1'];
  expect((await sweepLooks(bench.ports)).toSorted()).toEqual(gone);
  const left = ['once/r2-start', 'once/r9-start', 'shop-1/r1-start'].map((label) => `refs/drover/snap/${label}`);
  expect(await names()).toBe(left.join('\n'));
  expect(['r1', 'r2', 'r9', 'shop-1', 'r1.kept', 'owners'].filter(there)).toEqual([
    ...['r2', 'r9', 'shop-1', 'r1.kept', 'owners'],
  ]);
  expect(await sweepLooks(bench.ports)).toEqual([]);
  await bench.store.transact(async (tx) => {
    const { version, state } = (await tx.thing('r2' as RunId)) as Run;
    await tx.update('r2' as RunId, version, { state, ended: true, effects: 0, at: bench.clock.now() });
  });
  expect(await sweepLooks(bench.ports)).toEqual(['once/r2-start', 'r2']);
});

it('a hub that cannot be read is left, said, and holds nothing else up', async () => {
  await run('r1', true);
  await home('r1');
  await bench.ports.files.write(`hubs/${hub}/HEAD`, 'nothing that git knows');
  expect(await sweepLooks(bench.ports)).toEqual(['r1']);
  expect(bench.said).toEqual(['old snapshots stay']);
});
