// Where a task can be looked at: its pull request or page, else its copy.
import { failed } from '../../domain/error.ts';
import type { Command } from '../ports.ts';
import { findTaskHere } from './find.ts';
import { handCopy } from './in-hand/hand-copy.ts';

export const openTask: Command<'task.open'> = async (ports, { task: given, cwd }, peer) => {
  const { task, copy } = await ports.store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, copy: await reads.copy(found.task) };
  });
  const { pullRequest } = task.state.known.delivery;
  if (pullRequest !== null)
    return { task: task.id, what: pullRequest.startsWith('file:') ? 'page' : 'pull_request', address: pullRequest };
  if (copy === null || copy.removedAt !== null)
    throw failed('PATH_NOT_FOUND', `${task.id} has neither a pull request nor a copy to open.`, { task: task.id });
  const notes = peer.person.kind === 'agent' ? [] : await handCopy(ports, task);
  return { task: task.id, what: 'copy', address: copy.path, ...(notes.length > 0 && { notes }) };
};

// The folder of a task's copy, fit for a person's git.

export const pathOfTask: Command<'task.path'> = async (ports, { task: given, cwd, hand }, peer) => {
  const { task, copy } = await ports.store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, copy: await reads.copy(found.task) };
  });
  if (copy === null) throw failed('PATH_NOT_FOUND', `${task.id} has no copy yet.`, { task: task.id });
  if (copy.removedAt !== null) throw failed('PATH_NOT_FOUND', `The copy of ${task.id} was removed.`, { task: task.id });
  // An agent that drives by hand asks as well; what it gets is its own.
  const notes = hand && peer.person.kind !== 'agent' ? await handCopy(ports, task) : [];
  return { task: task.id, path: copy.path, notes };
};
