// How much of a task's journal is read for the end of it.
import { afterEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../../test/fakes/commands/open-bench.ts';
import type { TaskId } from '../../../domain/ids.ts';
import type { Task } from '../../../domain/task/task.ts';
import type { Reads, Store } from '../../../ports/store.ts';
import { linesOfTask } from './log.ts';

let bench: Bench;
afterEach(() => bench.close());

it('no more is read than is asked for, however much happened; and all of it where that is wanted', async () => {
  bench = await openBench();
  const { task: id } = await bench.must('task.create', { text: 'long', cwd: bench.checkout });
  const of = id as TaskId;
  await bench.store.transact(async (tx) => {
    for (let round = 1; round <= 300; round += 1)
      await tx.say(of, of, bench.clock.now(), [{ kind: 'fix_started', data: { round } }]);
  });
  let read = 0;
  const store: Store = {
    ...bench.store,
    read: (work) =>
      bench.store.read((reads) =>
        work({
          ...reads,
          facts: async (filter: Parameters<Reads['facts']>[0]) => {
            const found = await reads.facts(filter);
            read += found.length;
            return found;
          },
        }),
      ),
  };
  const task = (await bench.store.read((reads) => reads.thing(of))) as Task;
  const [last, all] = [await linesOfTask({ store }, task, 5), read];
  expect(all).toBe(5);
  expect(last.told.map(({ text }) => text).at(-1)).toContain('300');
  expect(last.told).toHaveLength(5);
  expect((await linesOfTask({ store }, task, 1000)).told.length).toBeGreaterThan(300);
  expect(await linesOfTask({ store }, task, 0)).toEqual({ told: [], position: last.position });
});
