// Parks a task at its next safe point, or at once.

import type { TaskChanged } from '../../contract/task.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import { isPaused } from '../../domain/parts/stop.ts';
import type { Run } from '../../domain/run/run.ts';
import { openPoints } from '../../domain/task/judge-outcome.ts';
import { retryState } from '../../domain/task/phases/reopen.ts';
import { rowOf } from '../../domain/task/steps.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import { saysElse } from '../config/config.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { bringHere } from '../shared/bring-here.ts';
import { commit, nameOf } from '../shared/request.ts';
import { watchWhile } from '../shared/watch.ts';
import { cleanUpWhole } from './clean-up.ts';
import { findTask } from './find.ts';
import { awaitEnd, mustLive, tellTask } from './notify.ts';

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
    await endTurns(ports, signal, async (reads) => await reads.things({ kind: 'run', task: reply.task, ended: false }));
  return reply;
};

// A parked task goes on.

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

// Closes a task with its open points recorded as not done.

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

// Ends a task: what runs is ended first; its branch is kept, or removed where that is wanted.

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
  const ended = ifKind(await awaitEnd(ports, task.id, cancelPatienceMs, signal), 'task');
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
  state.known.place.copy === null
    ? []
    : [
        `Its branch ${state.known.place.copy.branch} stays in ${state.known.place.copy.path}; remove both: drover step release ${id} --cleanup`,
      ];

const pullRequestOf = ({ state }: Task): readonly string[] =>
  state.known.delivery.pullRequest === null
    ? []
    : [`The pull request is left as it is: ${state.known.delivery.pullRequest}`];

// The phase that failed starts again, with its history.

export const retryTask: Command<'task.retry'> = async (ports, { task: given }, peer) => {
  const known = await ports.store.read((reads) => findTask(reads, given));
  await bringHere(ports, known.host, known.id);
  const config = await ports.config.read();
  return commit(ports, async (tx) => {
    const task = await findTask(tx, given);
    if (task.ended) return reopen(ports, tx, task, peer);
    if (rowOf(task.state.at).waits !== 'retry')
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

// Turns of agents are ended, also those that were just about to begin.

/** What was asked for begins within that, or not here. */
const turnPatienceMs = 10_000;

/** Those that were told to end. What they were at is taken up again by whoever started them, unless that was parked before. */
export async function endTurns(
  ports: Pick<CommandPorts, 'store' | 'keeper' | 'bell' | 'clock'>,
  signal: AbortSignal,
  runsOf: (reads: Reads) => Promise<readonly Run[]>,
): Promise<readonly Run['id'][]> {
  const told = new Set<Run['id']>();
  await watchWhile(ports, signal, turnPatienceMs, async () => {
    const runs = (await ports.store.read(runsOf)).filter(({ ended, spec }) => !ended && 'agent' in spec.purpose);
    const fresh = runs.filter(({ id, state }) => state.kind === 'running' && !told.has(id));
    for (const { id } of fresh) told.add(id);
    await Promise.all(fresh.map(({ id }) => ports.keeper.end(id as never, 'cancelled')));
    return runs.length === 0 ? true : null;
  });
  return [...told];
}
