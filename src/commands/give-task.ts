// A person gives a task back: it goes on at test, or with its agent where it was.
import { isPaused } from '../domain/criterion/is-paused.ts';
import { failed } from '../domain/error.ts';
import { isTaken } from '../domain/task/in-hand.ts';
import { openPoints } from '../domain/task/open-points.ts';
import { commit } from './commit.ts';
import { findTaskHere } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const giveTask: Command<'task.give'> = (ports, { task: given, cwd, go_on }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTaskHere(tx, given, cwd);
    mustLive(task);
    const notices = (await tx.view(task.id))?.notices ?? [];
    if (!isTaken(task.state, notices))
      throw failed('NOT_READY', `${task.id} is not in your hand.`, {
        task: task.id,
        hint: `Take it with \`drover task take ${task.id}\`.`,
      });
    await tellTask(ports, tx, task, { kind: 'give', body: { go_on } }, peer);
    if (isPaused(notices)) await tellTask(ports, tx, task, { kind: 'resume', body: null }, peer);
    const undone = go_on ? [] : openPoints(task).map(({ label, text }) => `Not proven yet: ${label} ${text}`);
    const where = go_on ? 'its agent goes on with what you made of it' : 'every gate runs on what you made of it';
    return { task: task.id, said: `${task.id} is given back: ${where}.`, notes: undone };
  });
