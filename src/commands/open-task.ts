// Where a task can be looked at: its pull request or page, else its copy.
import { failed } from '../domain/error.ts';
import { findTaskHere } from './find-task.ts';
import type { Command } from './ports.ts';

export const openTask: Command<'task.open'> = async ({ store }, { task: given, cwd }) => {
  const { task, copy } = await store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, copy: await reads.copy(found.task) };
  });
  const { pullRequest } = task.state.known;
  if (pullRequest !== null)
    return { task: task.id, what: pullRequest.startsWith('file:') ? 'page' : 'pull_request', address: pullRequest };
  if (copy === null || copy.removedAt !== null)
    throw failed('PATH_NOT_FOUND', `${task.id} has neither a pull request nor a copy to open.`, { task: task.id });
  return { task: task.id, what: 'copy', address: copy.path };
};
