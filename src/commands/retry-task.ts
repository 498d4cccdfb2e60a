// The phase that failed starts again, with its history.

import type { TaskChanged } from '../contract/task.ts';
import { failed } from '../domain/error.ts';
import { retryState } from '../domain/task/reopen.ts';
import type { Task } from '../domain/task/task.ts';
import type { Transaction } from '../ports/store.ts';
import { bringHere } from './bring-here.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import { nameOf } from './name-of.ts';
import type { Command, CommandPorts, Peer } from './ports.ts';
import { saysElse } from './say-frozen.ts';
import { tellTask } from './tell-task.ts';

export const retryTask: Command<'task.retry'> = async (ports, { task: given }, peer) => {
  const known = await ports.store.read((reads) => findTask(reads, given));
  await bringHere(ports, known.host, known.id);
  const config = await ports.config.read();
  return commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    if (task.ended) return reopen(ports, tx, task, peer);
    if (!['asking', 'troubled', 'deploying', 'watching'].includes(task.state.at.kind))
      return { task: task.id, said: `${task.id} is at work; nothing waits to be started again.`, notes: [] };
    await tellTask(ports, tx, task, { kind: 'retry', body: null }, peer);
    const notes = config.ok ? saysElse(task, config.value) : [];
    return { task: task.id, said: `${task.id} starts ${task.state.phase} again.`, notes };
  });
};

async function reopen(ports: CommandPorts, tx: Transaction, task: Task, peer: Peer): Promise<TaskChanged> {
  const heard = (await tx.view(task.id))?.notices.at(-1)?.seq ?? 0;
  const state = task.spec.driven === 'hand' ? null : retryState(task, heard);
  const removed = (await tx.copy(task.task))?.removedAt != null;
  if (state === null || removed)
    throw failed('TASK_ENDED', `${task.id} has ended and left nothing to go back to.`, {
      task: task.id,
      hint: 'State it anew with `drover do`.',
    });
  const at = ports.clock.now();
  await tx.update(task.id, task.version, { state, ended: false, effects: task.effects, at });
  await tx.say(task.id, task.task, at, [
    { kind: 'reopened', data: { by: nameOf(peer) } },
    { kind: 'phase_entered', data: { phase: state.phase, left: task.state.phase } },
  ]);
  await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
  return { task: task.id, said: `${task.id} starts ${state.phase} again.`, notes: [] };
}
