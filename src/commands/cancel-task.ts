// Ends a task: what runs is ended first; its branch is kept, or removed where that is wanted.
import type { Task } from '../domain/task/task.ts';
import { awaitEnd } from './await-end.ts';
import { bringHere } from './bring-here.ts';
import { cleanUpWhole } from './clean-up.ts';
import { commit } from './commit.ts';
import { findTask } from './find-task.ts';
import type { Command } from './ports.ts';
import { mustLive, tellTask } from './tell-task.ts';

const cancelPatienceMs = 60_000;

export const cancelTask: Command<'task.cancel'> = async (ports, { task: given, keep }, peer, signal) => {
  const known = await ports.store.read((reads) => findTask(reads, given));
  if (!known.ended) await bringHere(ports, known.host, known.id);
  const task = await commit(ports, async (tx) => {
    const found = await findTask(tx, given);
    mustLive(found);
    await tellTask(ports, tx, found, { kind: 'cancel', body: null }, peer);
    return found;
  });
  const said = `${task.id} is cancelled; what runs is ended and its slot given back.`;
  if (keep) return { task: task.id, said, notes: [...whatStays(task), ...pullRequestOf(task)] };
  const ended = await awaitEnd(ports, task.id, cancelPatienceMs, signal);
  if (ended === null)
    return {
      task: task.id,
      said,
      notes: [`It still ends what runs; remove its branch after that: drover step release ${task.id} --cleanup`],
    };
  return {
    task: task.id,
    said,
    notes: [...(await cleanUpWhole(ports, task.id, peer, signal)), ...pullRequestOf(ended)],
  };
};

const whatStays = ({ id, state }: Task): readonly string[] =>
  state.known.copy === null
    ? []
    : [
        `Its branch ${state.known.copy.branch} stays in ${state.known.copy.path}; remove both: drover step release ${id} --cleanup`,
      ];

const pullRequestOf = ({ state }: Task): readonly string[] =>
  state.known.pullRequest === null ? [] : [`The pull request is left as it is: ${state.known.pullRequest}`];
