// A person takes a task into their own hand: at its next safe point the copy is theirs, until they give it back.
import { failed } from '../domain/error.ts';
import { isInHand, isTaken } from '../domain/task/in-hand.ts';
import type { Task } from '../domain/task/task.ts';
import { commit } from './commit.ts';
import { findTaskHere } from './find-task.ts';
import { sayTaken } from './hand-copy.ts';
import { lastTurnOf } from './last-turn-of.ts';
import { nameOf } from './name-of.ts';
import type { Command, CommandPorts } from './ports.ts';
import { sayResume } from './say-resume.ts';
import { mustLive, tellTask } from './tell-task.ts';
import { watchWhile } from './watch-for.ts';

/** A turn under way may last much longer; then it is said. */
const patienceMs = 20_000;

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
  const seen = task ?? ((await ports.store.read((reads) => reads.thing(id))) as Task);
  const turn = await ports.store.read((reads) => lastTurnOf(reads, seen.task));
  const { path, branch } = seen.state.known.copy ?? { path: '', branch: '' };
  return {
    ...{ task: seen.id, path, branch, by: nameOf(peer), in_hand: isInHand(seen.state) },
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
  if (state.known.copy === null)
    throw failed('NOT_READY', `${id} has no copy yet.`, {
      task: id,
      hint: `It has one when its work begins: drover task watch ${id}`,
    });
}

const inHandNow = async ({ store }: CommandPorts, id: Task['id']): Promise<Task | null> => {
  const thing = (await store.read((reads) => reads.thing(id))) as Task | null;
  return thing !== null && (thing.ended || isInHand(thing.state)) ? thing : null;
};
