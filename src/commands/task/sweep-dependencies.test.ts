import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, nobody, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { gatePlan } from '../../../test/fakes/outside.ts';
import type { TaskId } from '../../domain/ids.ts';
import { type Learned, learn } from '../../domain/parts/known.ts';
import type { Known, Task } from '../../domain/task/task.ts';
import { sweepDependencies } from './clean-up.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const day = 24 * 3_600_000;

/** A task with dependencies of this key; `copy`: it has one that was not removed. */
async function task(known: Learned<Known>, end: boolean, copy: boolean): Promise<void> {
  const { task: id } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }, nobody);
  await bench.store.transact(async (tx) => {
    const found = (await tx.thing(id as TaskId)) as Task;
    const outcome = { kind: 'cancelled', why: 'for the test', open: [] } as const;
    const at = end ? ({ kind: 'ended', outcome, back: null } as const) : ({ kind: 'preparing' } as const);
    const state = { ...found.state, at, known: learn(found.state.known, known) };
    await tx.update(found.id, found.version, { state, ended: end, effects: 0, at: bench.clock.now() });
    await tx.putCopy({
      ...{ task: found.task, path: `/copies/${id}`, branch: `fix/${id}`, base: 'c0', isolation: 'clone' },
      ...{ host: bench.ports.host, createdAt: bench.clock.now(), removedAt: copy ? null : bench.clock.now() },
    });
  });
}
const at = (key: string) => ({
  place: { dependencies: bench.ports.files.path('dependencies', `${key}.shop-1`) },
});
const make = async (key: string) => {
  await bench.ports.files.write(`dependencies/${key}.shop-1/node_modules/left/index.js`, '');
  await bench.ports.files.write(`dependencies/${key}.sealed`, `${key}.shop-1\n`);
};
const there = async () => (await bench.ports.files.list('dependencies')).map(({ name }) => name).toSorted();

it('WT-35 dependencies go a week after the last who used them, a cancelled one too; what a task uses, may go on with or is about to use stays', async () => {
  expect(await sweepDependencies(bench.ports)).toEqual([]);
  for (const key of ['gone', 'works', 'kept', 'soon', 'unknown']) await make(key);
  // Its set-up never came to its end.
  await bench.ports.files.write('dependencies/half.shop-9/package.json', '{}');
  await task(at('gone'), true, false);
  await task(at('works'), false, true);
  await task(at('kept'), true, true);
  await task({ place: { gatePlan: { ...gatePlan, dependencyKey: 'soon' } } }, false, false);
  bench.clock.shift = 6.9 * day;
  expect(await sweepDependencies(bench.ports)).toEqual([]);
  bench.clock.shift = 7.1 * day;
  const stays = ['kept', 'soon', 'works'].flatMap((key) => [`${key}.sealed`, `${key}.shop-1`]);
  expect(await sweepDependencies(bench.ports)).toEqual([
    ...['gone.sealed', 'gone.shop-1', 'half.shop-9', 'unknown.sealed', 'unknown.shop-1'],
  ]);
  expect(await there()).toEqual(stays);
  expect(await sweepDependencies(bench.ports)).toEqual([]);
});

it('WT-35 what a task finds while it is about to go stays, and is found again', async () => {
  await make('late');
  bench.clock.shift = 8 * day;
  const { files } = bench.ports;
  // A task is stated and looks into the cache right before the seal goes.
  const remove = async (path: string) => {
    if (path.endsWith('.sealed'))
      await task({ place: { gatePlan: { ...gatePlan, dependencyKey: 'late' } } }, false, false);
    await files.remove(path);
  };
  expect(await sweepDependencies({ ...bench.ports, files: { ...files, remove } })).toEqual([]);
  expect(await there()).toEqual(['late.sealed', 'late.shop-1']);
});
