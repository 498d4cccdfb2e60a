// What an ended task made is removed: the remote's branch, copy and branch; what is nowhere else is kept in the hub.
import { cleanUpState } from '../domain/task/reopen.ts';
import type { Task } from '../domain/task/task.ts';
import { awaitEnd } from './await-end.ts';
import { commit } from './commit.ts';
import { nameOf } from './name-of.ts';
import type { CommandPorts, Peer } from './ports.ts';
import { tell } from './tell.ts';

const patienceMs = 90_000;

/** What was removed or kept, in sentences. Safe to repeat. */
async function cleanUp(ports: CommandPorts, id: Task['id'], peer: Peer, signal: AbortSignal) {
  const begun = await beginCleanUp(ports, id, peer);
  if (begun.kind === 'nothing') return [begun.why];
  const ended = await awaitEnd(ports, id, patienceMs, signal);
  if (ended === null) return [`${id} is still being cleaned up: drover task watch ${id}`];
  return ports.store.read(async (reads) => {
    const facts = await reads.facts({ thing: id, after: begun.after, limit: 1000 });
    const done = facts.filter(({ kind }) => kind === 'cleaned_up' || kind === 'clean_up_failed').map(tell);
    return done.length > 0 ? done : ['There was nothing to remove.'];
  });
}

/** The same of the task and of all that did its features; the newest first, for their branches stand on those of earlier ones. */
export async function cleanUpWhole(
  ports: CommandPorts,
  id: Task['id'],
  peer: Peer,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const parts = (await ports.store.read((reads) => reads.things({ kind: 'task', parent: id }))) as readonly Task[];
  const notes: string[] = [];
  for (const part of parts.toSorted((one, other) => other.spec.number - one.spec.number)) {
    const said = part.ended
      ? await cleanUpWhole(ports, part.id, peer, signal)
      : ['It has not ended yet: its copy and branch stay.'];
    notes.push(...said.map((note) => (note.startsWith(`${part.id}`) ? note : `${part.id}: ${note}`)));
  }
  return [...(await cleanUp(ports, id, peer, signal)), ...notes];
}

type Begun =
  | { readonly kind: 'nothing'; readonly why: string }
  /** Position of the last fact before it began. */
  | { readonly kind: 'begun'; readonly after: number };

const beginCleanUp = (ports: CommandPorts, id: Task['id'], peer: Peer): Promise<Begun> =>
  commit(ports, async (tx) => {
    const task = (await tx.thing(id)) as Task;
    const state = cleanUpState(task);
    const copy = await tx.copy(task.task);
    if (copy !== null && copy.removedAt !== null)
      return { kind: 'nothing', why: 'Copy and branch were removed before.' };
    if (state === null || task.state.known.copy === null) return { kind: 'nothing', why: 'It has no copy to remove.' };
    const at = ports.clock.now();
    const facts = await tx.facts({ thing: id, limit: 100_000 });
    await tx.update(id, task.version, { state, ended: false, effects: task.effects, at });
    await tx.say(id, task.task, at, [{ kind: 'cleanup_asked', data: { by: nameOf(peer) } }]);
    await ports.queue.add(tx, [{ thing: id, at, host: task.host }]);
    return { kind: 'begun', after: facts.at(-1)?.position ?? 0 };
  });
