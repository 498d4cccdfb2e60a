// A person takes a task into their own hand: at its next safe point the copy is theirs, until they give it back.

import type { TaskTaken } from '../../../contract/task.ts';
import { ifKind, ofKind } from '../../../domain/any-thing.ts';
import { failed } from '../../../domain/error.ts';
import type { TaskId } from '../../../domain/ids.ts';
import { isPaused } from '../../../domain/parts/stop.ts';
import type { Session } from '../../../domain/session/session.ts';
import { openPoints } from '../../../domain/task/judge-outcome.ts';
import { isInHand, isTaken } from '../../../domain/task/manual/take-over.ts';
import type { Task } from '../../../domain/task/task.ts';
import { shellWord } from '../../../domain/text/shell-word.ts';
import type { Reads } from '../../../ports/store.ts';
import type { Command, CommandPorts } from '../../ports.ts';
import { commit, nameOf } from '../../shared/request.ts';
import { watchWhile } from '../../shared/watch.ts';
import { findTaskHere } from '../find.ts';
import { mustLive, tellTask } from '../notify.ts';
import { sayTaken } from './hand-copy.ts';

/** A turn under way may last much longer; then it is said. */
export const patienceMs = 20_000;

export const takeTask: Command<'task.take'> = async (ports, { task: given, cwd, now }, peer, signal) => {
  const id = await commit(ports, async (tx) => {
    const task = await findTaskHere(tx, given, cwd);
    mustLive(task);
    mustHaveCopy(task);
    if (!isTaken(task.state, (await tx.view(task.id))?.notices ?? []))
      await tellTask(ports, tx, task, { kind: 'take', body: null }, peer);
    return task.id;
  });
  const task = now ? null : await watchWhile(ports, signal, patienceMs, () => inHandNow(ports, id));
  const seen = task ?? ofKind(await ports.store.read((reads) => reads.thing(id)), 'task');
  const turn = await ports.store.read((reads) => lastTurnOf(reads, seen.task));
  const { path, branch } = seen.state.known.place.copy ?? { path: '', branch: '' };
  return {
    task: seen.id,
    path,
    branch,
    by: nameOf(peer),
    in_hand: isInHand(seen.state),
    conversation: turn,
    resume: await sayResume(ports, seen, turn),
    notes: [
      ...(await takenFrom(ports, seen)),
      ...(isInHand(seen.state) ? [] : ['It is not yours yet: until its turn ends an agent is at work in it.']),
      `Look around in its sandbox: drover task shell ${seen.id}`,
      `Give it back: drover task give ${seen.id}`,
    ],
  };
};

/** What was taken out of the copy as it came into this hand. */
async function takenFrom({ store }: CommandPorts, { id, state }: Task): Promise<readonly string[]> {
  if (!isInHand(state)) return [];
  const facts = await store.read((reads) => reads.facts({ thing: id, limit: 100_000 }));
  const since = facts.findLastIndex(({ kind }) => kind === 'taken_over');
  const renewed = facts.slice(since + 1).find(({ kind }) => kind === 'copy_renewed');
  return sayTaken((renewed?.data as { readonly taken?: readonly string[] } | undefined)?.taken ?? []);
}

/** Before there is a copy there is nothing to go on in. */
export function mustHaveCopy({ id, spec, state }: Task): void {
  if (spec.driven === 'hand')
    throw failed('UNSUPPORTED', `${id} is driven by hand already: see its \`step\` commands.`);
  if (state.known.place.copy === null)
    throw failed('NOT_READY', `${id} has no copy yet.`, {
      task: id,
      hint: `It has one when its work begins: drover task watch ${id}`,
    });
}

const inHandNow = async ({ store }: CommandPorts, id: Task['id']): Promise<Task | null> => {
  const thing = ifKind(await store.read((reads) => reads.thing(id)), 'task');
  return thing !== null && (thing.ended || isInHand(thing.state)) ? thing : null;
};

// A person gives a task back: it goes on at test, or with its agent where it was.

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

// The newest conversation that an agent of a task left behind.

async function lastTurnOf(reads: Reads, task: TaskId): Promise<TaskTaken['conversation']> {
  for (const { spec, state } of await reads.things({ kind: 'run', task })) {
    if (spec.purpose.kind !== 'agent' || state.kind !== 'ended' || state.result.kind !== 'turn') continue;
    const { conversation } = state.result.turn;
    if (conversation !== null) return { agent: spec.purpose.agent, id: conversation };
  }
  return null;
}

// The line with which a person goes on in the conversation of a task's agent, in the same copy and the same home as it had, or of a session.

/** null: there is no conversation, or no copy to have it in. */
async function sayResume(
  { sandboxes }: Pick<CommandPorts, 'sandboxes'>,
  { spec, state }: Task,
  conversation: TaskTaken['conversation'],
): Promise<string | null> {
  const copy = state.known.place.copy;
  if (conversation === null || copy === null) return null;
  const sandbox = await sandboxes.choose(spec.settings.sandbox);
  const confined = sandbox.ok && sandbox.value.name !== 'none' ? ['--sandbox'] : [];
  const words = ['drover', 'start', conversation.agent, '--cwd', copy.path, ...confined, '--resume', conversation.id];
  return words.map(shellWord).join(' ');
}

/** A session whose agent's conversation is there after a crash; null: it ended in another way, or is gone on with already. */
export function sayGoingOn({ spec, state }: Session): string | null {
  if (state.kind !== 'ended' || state.ending.kind !== 'lost' || state.heir !== undefined) return null;
  if (state.conversation === null) return null;
  const words = ['drover', 'start', spec.agent, '--name', spec.name, '--cwd', spec.cwd, '--resume', state.conversation];
  return words.map(shellWord).join(' ');
}
