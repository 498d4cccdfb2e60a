// Closes a task with its open points recorded as not done.
import { openPoints } from '../domain/task/open-points.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const finishTask: Command<'task.finish'> = (ports, { task: given }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    await tellTask(ports, tx, task, { kind: 'finish', body: null }, peer);
    return {
      task: task.id,
      said: `${task.id} is closed; copy and branch stay.`,
      notes: openPoints(task).map(({ label, text }) => `Not done: ${label} ${text}`),
    };
  });
