// Parks a task at its next safe point, or at once.
import { isPaused } from '../domain/criterion/is-paused.ts';
import type { Run } from '../domain/run/run.ts';
import { commit } from './commit.ts';
import { endTurns } from './end-turns.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const pauseTask: Command<'task.pause'> = async (ports, { task: given, now }, peer, signal) => {
  const reply = await commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    if (isPaused((await tx.view(task.id))?.notices ?? []))
      return { task: task.task, said: `${task.id} is paused already.`, notes: [] };
    await tellTask(ports, tx, task, { kind: 'pause', body: null }, peer);
    const said = now
      ? `${task.id} is parked and keeps everything.`
      : `${task.id} parks at its next safe point and keeps everything.`;
    return { task: task.task, said, notes: [`Go on with: drover task resume ${task.id}`] };
  });
  if (now)
    await endTurns(
      ports,
      signal,
      async (reads) => (await reads.things({ kind: 'run', task: reply.task, ended: false })) as readonly Run[],
    );
  return reply;
};
