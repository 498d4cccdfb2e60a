// The folder of a task's copy.
import { failed } from '../domain/error.ts';
import { findTaskHere } from './find-task.ts';
import type { Command } from './ports.ts';

export const pathOfTask: Command<'task.path'> = async ({ store }, { task: given, cwd }) => {
  const { task, copy } = await store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, copy: await reads.copy(found.task) };
  });
  if (copy === null) throw failed('PATH_NOT_FOUND', `${task.id} has no copy yet.`, { task: task.id });
  if (copy.removedAt !== null) throw failed('PATH_NOT_FOUND', `The copy of ${task.id} was removed.`, { task: task.id });
  return { task: task.id, path: copy.path };
};
