// Parks a task at its next safe point, or at once.
import { isPaused } from '../domain/criterion/is-paused.ts';
import type { Run } from '../domain/run/run.ts';
import type { Transaction } from '../ports/store.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { isOfAgent } from './stop.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const pauseTask: Command<'task.pause'> = async (ports, { task: given, now }, peer) => {
  const { reply, runs } = await commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    const under = now ? await turnsOf(tx, task.task) : [];
    if (isPaused((await tx.view(task.id))?.notices ?? []))
      return { reply: { task: task.id, said: `${task.id} is paused already.`, notes: [] }, runs: under };
    await tellTask(ports, tx, task, { kind: 'pause', body: null }, peer);
    const said = now
      ? `${task.id} is parked and keeps everything.`
      : `${task.id} parks at its next safe point and keeps everything.`;
    return { reply: { task: task.id, said, notes: [`Go on with: drover task resume ${task.id}`] }, runs: under };
  });
  await Promise.all(runs.map(({ id }) => ports.keeper.end(id as never, 'cancelled')));
  return reply;
};

const turnsOf = async (tx: Transaction, task: Run['task']): Promise<readonly Run[]> =>
  ((await tx.things({ kind: 'run', task, ended: false })) as readonly Run[]).filter(isOfAgent);
