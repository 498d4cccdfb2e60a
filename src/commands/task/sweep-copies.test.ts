import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, nobody, openBench } from '../../../test/fakes/commands/open-bench.ts';
import type { TaskId } from '../../domain/ids.ts';
import { type Learned, learn } from '../../domain/parts/known.ts';
import type { Known, Task } from '../../domain/task/task.ts';
import { sweepCopies } from './clean-up.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const day = 24 * 3_600_000;
const merged = { commit: 'm1', address: 'https://forge.test/1' };

/** An ended task with a copy; `isolation` and what is known as given. */
async function ended(
  more: Learned<Known> = {},
  isolation: 'clone' | 'checkout' = 'clone',
  end = true,
  noted = true,
): Promise<TaskId> {
  const { task: id } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }, nobody);
  await bench.store.transact(async (tx) => {
    const task = (await tx.thing(id as TaskId)) as Task;
    const outcome = { kind: 'released', why: 'for the test', open: [] } as const;
    const copy = { path: `/copies/${id}`, branch: `fix/${id}`, tree: 't1' };
    const known = learn(learn(task.state.known, { place: { copy } }), more);
    const at = end ? ({ kind: 'ended', outcome, back: null } as const) : ({ kind: 'watching' } as const);
    const now = bench.clock.now();
    await tx.update(task.id, task.version, { state: { ...task.state, at, known }, ended: end, effects: 0, at: now });
    await tx.putCopy({
      ...{ task: task.task, path: copy.path, branch: copy.branch, base: 'c0', isolation },
      ...{
        host: bench.ports.host,
        createdAt: now,
        removedAt: null,
        ...(noted ? { created: [{ kind: 'folder', name: copy.path }] } : {}),
      },
    });
  });
  return id as TaskId;
}
const taskOf = async (id: TaskId) => (await bench.store.read((reads) => reads.thing(id))) as Task;

it('WT-50 copies go a day after the merge and two weeks after any other end; those of living tasks, own checkouts and what is not on record stay', async () => {
  const [early, late] = [await ended({ delivery: { merged } }), await ended()];
  await ended({ delivery: { merged } }, 'checkout');
  await ended({ delivery: { merged } }, 'clone', false);
  // Of an earlier version, which kept no record of what it made.
  await ended({ delivery: { merged } }, 'clone', true, false);
  expect(await sweepCopies(bench.ports)).toEqual([]);
  bench.clock.shift = 1.1 * day;
  expect(await sweepCopies(bench.ports)).toEqual([early]);
  expect(await taskOf(early)).toMatchObject({ ended: false, state: { at: { kind: 'cleaning_copy', remote: null } } });
  bench.clock.shift = 13 * day;
  expect(await sweepCopies(bench.ports)).toEqual([]);
  bench.clock.shift = 14.1 * day;
  expect(await sweepCopies(bench.ports)).toEqual([late]);
});
