// The task that is meant: by its id, by a unique beginning of it, or by the copy one stands in.

import { ifKind } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import { kindOf, type TaskId } from '../../domain/ids.ts';
import { isWithin } from '../../domain/place/within.ts';
import { foldersOf } from '../../domain/task/created.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';

/** Throws `TASK_NOT_FOUND` or `AMBIGUOUS` (naming the candidates). */
export async function findTask(reads: Reads, given: string): Promise<Task> {
  if (kindOf(given as TaskId) === 'task') {
    const exact = ifKind(await reads.thing(given as TaskId), 'task');
    if (exact !== null) return exact;
  }
  const fitting = (await reads.things({ kind: 'task' })).filter(({ id }) => id.startsWith(given));
  const [only] = fitting;
  if (only === undefined) throw failed('TASK_NOT_FOUND', `There is no task ${given}.`, { task: given });
  if (fitting.length === 1) return only;
  const candidates = fitting.slice(0, 20).map(({ id }) => id);
  throw failed('AMBIGUOUS', `${given} fits several tasks: ${candidates.join(', ')}.`, { candidates });
}

/** Without an id the task of the copy that `cwd` is in. */
export async function findTaskHere(reads: Reads, given: string | undefined, cwd: string): Promise<Task> {
  if (given !== undefined) return findTask(reads, given);
  const task = await taskOfCopy(reads, cwd);
  if (task === null)
    throw failed(
      'USAGE',
      'Name the task: this folder is neither in the copy of one nor in the checkout of an open one.',
      {
        cwd,
        hint: 'See `drover task list --all`.',
      },
    );
  return task;
}

/** The newest task, if possible a living one, whose copy holds this folder. */
export async function taskOfCopy(reads: Reads, cwd: string): Promise<Task | null> {
  const copies = await reads.copies({ removed: false });
  const holds = (path: string) => isWithin(cwd, path);
  const around = copies.filter(({ path, created }) => [path, ...foldersOf(created)].some(holds));
  const tasks: Task[] = [];
  for (const copy of around.toSorted((one, other) => other.createdAt - one.createdAt)) {
    const task = ifKind(await reads.thing(copy.task), 'task');
    if (task !== null) tasks.push(task);
  }
  return tasks.find(({ ended }) => !ended) ?? tasks[0] ?? null;
}
