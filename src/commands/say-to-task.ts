// Words for the agent: kept as a row, given with its next turn.
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

export const sayToTask: Command<'task.say'> = (ports, { task: given, text }, peer) =>
  commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    mustLive(task);
    await tellTask(ports, tx, task, { kind: 'say', body: text }, peer, [
      { kind: 'said', data: { text, by: nameOf(peer) } },
    ]);
    return { task: task.id, when: 'next_turn' };
  });
