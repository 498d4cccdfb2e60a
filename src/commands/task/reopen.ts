// A task that has ended goes on with more words: the same copy, the same conversation, a further commit.
import { failed } from '../../domain/error.ts';
import { reopenState } from '../../domain/task/phases/reopen.ts';
import type { Command } from '../ports.ts';
import { commit, nameOf } from '../shared/request.ts';
import { findTask } from './find.ts';

export const reopenTask: Command<'task.reopen'> = (ports, { task: given, text }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    if (!task.ended)
      throw failed('NOT_READY', `${task.id} has not ended.`, {
        task: task.id,
        hint: `Tell it: drover task say ${task.id} "what else"`,
      });
    const heard = (await tx.view(task.id))?.notices.at(-1)?.seq ?? 0;
    const removed = (await tx.copy(task.task))?.removedAt != null;
    const state = task.spec.driven === 'hand' || removed ? null : reopenState(task, heard, text);
    if (state === null)
      throw failed('TASK_ENDED', `${task.id} has ended and left nothing to go on with.`, {
        task: task.id,
        hint: 'State it anew with `drover do`.',
      });
    const at = ports.clock.now();
    await tx.update(task.id, task.version, { state, ended: false, effects: task.effects, at });
    await tx.say(task.id, task.task, at, [
      { kind: 'reopened', data: { by: nameOf(peer) } },
      { kind: 'said', data: { by: nameOf(peer), text } },
      { kind: 'phase_entered', data: { phase: state.phase, left: task.state.phase } },
    ]);
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return { task: task.id, said: `${task.id} goes on in its copy.`, notes: [] };
  });
