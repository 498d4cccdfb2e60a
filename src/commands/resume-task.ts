// A parked task goes on.
import { isPaused } from '../domain/criterion/is-paused.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const resumeTask: Command<'task.resume'> = (ports, { task: given }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    if (!isPaused((await tx.view(task.id))?.notices ?? []))
      return { task: task.id, said: `${task.id} is not paused.`, notes: [] };
    await tellTask(ports, tx, task, { kind: 'resume', body: null }, peer);
    const open = await tx.questions({ task: task.task, open: true });
    const notes = open.map(({ id, kind }) => `It waits for you: drover answer ${id} (${kind})`);
    return { task: task.id, said: `${task.id} goes on.`, notes };
  });
