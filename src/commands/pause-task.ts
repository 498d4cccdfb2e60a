// Parks a task at its next safe point.
import { isPaused } from '../domain/criterion/is-paused.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const pauseTask: Command<'task.pause'> = (ports, { task: given }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    if (isPaused((await tx.view(task.id))?.notices ?? []))
      return { task: task.id, said: `${task.id} is paused already.`, notes: [] };
    await tellTask(ports, tx, task, { kind: 'pause', body: null }, peer);
    const said = `${task.id} parks at its next safe point and keeps everything.`;
    return { task: task.id, said, notes: [`Go on with: drover task resume ${task.id}`] };
  });
