// What an ended task made is removed: the remote's branch, copy and branch; what is nowhere else is kept in the hub.

import { ageOf } from '../../domain/age.ts';
import { ifKind, ofKind } from '../../domain/any-thing.ts';
import { describeFact } from '../../domain/fact/fact.ts';
import { isOurs } from '../../domain/task/created.ts';
import { cleanUpCopyState, cleanUpState, keptUntil } from '../../domain/task/phases/reopen.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Copy } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { commit, nameOf } from '../shared/request.ts';
import { awaitEnd } from './notify.ts';

const patienceMs = 90_000;

/** What was removed or kept, in sentences. Safe to repeat. */
async function cleanUp(ports: CommandPorts, id: Task['id'], peer: Peer, signal: AbortSignal) {
  const begun = await beginCleanUp(ports, id, peer);
  if (begun.kind === 'nothing') return [begun.why];
  const ended = await awaitEnd(ports, id, patienceMs, signal);
  if (ended === null) return [`${id} is still being cleaned up: drover task watch ${id}`];
  return ports.store.read(async (reads) => {
    const facts = await reads.facts({ thing: id, after: begun.after, limit: 1000 });
    const done = facts.filter(({ kind }) => kind === 'cleaned_up' || kind === 'clean_up_failed').map(describeFact);
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
  const parts = await ports.store.read((reads) => reads.things({ kind: 'task', parent: id }));
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
    const task = ofKind(await tx.thing(id), 'task');
    const state = cleanUpState(task);
    const copy = await tx.copy(task.task);
    if (copy !== null && copy.removedAt !== null)
      return { kind: 'nothing', why: 'Copy and branch were removed before.' };
    if (state === null || task.state.known.place.copy === null)
      return { kind: 'nothing', why: 'It has no copy to remove.' };
    const at = ports.clock.now();
    const facts = await tx.facts({ thing: id, limit: 100_000 });
    await tx.update(id, task.version, { state, ended: false, effects: task.effects, at });
    await tx.say(id, task.task, at, [{ kind: 'cleanup_asked', data: { by: nameOf(peer) } }]);
    await ports.queue.add(tx, [{ thing: id, at, host: task.host }]);
    return { kind: 'begun', after: facts.at(-1)?.position ?? 0 };
  });

// Copies of ended tasks are not kept for ever: what was merged or given up by its pull request goes after a day, all else after two weeks. What is nowhere else is kept in the hub.

type SweepPorts = Pick<CommandPorts, 'store' | 'queue' | 'clock' | 'bell' | 'host'>;

/** Tasks whose copies are taken away now, those of this host alone; a person's own checkout is none. Safe to repeat. */
export async function sweepCopies(ports: SweepPorts): Promise<readonly Task['id'][]> {
  const copies = await ports.store.read((reads) => reads.copies({ removed: false, ended: true }));
  const swept: Task['id'][] = [];
  for (const copy of copies.filter(({ host }) => host === ports.host).filter(isToSweep)) {
    const task = await beginSweep(ports, copy);
    if (task !== null) swept.push(task);
  }
  return swept;
}

/** What the record does not say was made for the task is nobody's to take away. */
const isToSweep = ({ isolation, path, created }: Copy): boolean =>
  isolation !== 'checkout' && isOurs(created, 'folder', path);

const beginSweep = (ports: SweepPorts, { task: id }: Copy): Promise<Task['id'] | null> =>
  commit(ports, async (tx) => {
    const task = ifKind(await tx.root(id), 'task');
    const state = task === null ? null : cleanUpCopyState(task);
    const at = ports.clock.now();
    if (task === null || state === null || at < keptUntil(task)) return null;
    await tx.update(task.id, task.version, { state, ended: false, effects: task.effects, at });
    await tx.say(task.id, task.task, at, [{ kind: 'cleanup_asked', data: { by: 'policy' } }]);
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return task.id;
  });

// Dependencies that were set up for a lock file are shared by all tasks with the same one. When the last of them has gone they stay for a week, for the next; then they go.

type DependencyPorts = Pick<CommandPorts, 'store' | 'files' | 'clock'>;

const keepMs = 7 * 24 * 3_600_000;

/** Names in the cache that were taken away. Safe to repeat. */
export async function sweepDependencies({ store, files, clock }: DependencyPorts): Promise<readonly string[]> {
  const there = Map.groupBy(await files.list('dependencies'), ({ name }) => keyOf(name));
  const old = [...there].filter(([, entries]) => entries.every(({ changedAt }) => ageOf(clock, changedAt) > keepMs));
  const used = old.length === 0 ? new Set() : await keysInUse(store);
  const swept: string[] = [];
  for (const [key, entries] of old.filter(([each]) => !used.has(each))) {
    const seal = `dependencies/${key}.sealed`;
    const says = await files.read(seal);
    // First it is not found any more. Who found it before was on record before, and is seen now.
    await files.remove(seal);
    if ((await keysInUse(store)).has(key)) {
      if (says !== null && !(await files.exists(seal))) await files.write(seal, says);
      continue;
    }
    for (const { name } of entries) await files.remove(`dependencies/${name}`);
    swept.push(...entries.map(({ name }) => name));
  }
  return swept.toSorted();
}

const keyOf = (name: string): string => name.split('.')[0] ?? name;

/** Of tasks at work, and of those that may go on because their copy is still there. */
const keysInUse = (store: DependencyPorts['store']): Promise<ReadonlySet<string>> =>
  store.read(async (reads) => {
    const living = await reads.things({ kind: 'task', ended: false });
    const copies = await reads.copies({ removed: false });
    const kept = await Promise.all(copies.map(({ task }) => reads.thing(task)));
    const users = [...living, ...kept.filter((each) => each?.kind === 'task')];
    return new Set(users.flatMap(({ state: { known } }) => [...keyOfPlan(known.place), ...keyOfFolder(known.place)]));
  });

type Place = Task['state']['known']['place'];

/** Known before the cache is looked into. */
const keyOfPlan = ({ gatePlan }: Place): readonly string[] => (gatePlan === null ? [] : [gatePlan.dependencyKey]);

/** Another where the base wants others meanwhile. */
const keyOfFolder = ({ dependencies }: Place): readonly string[] =>
  dependencies === null ? [] : [keyOf(dependencies.slice(dependencies.lastIndexOf('/') + 1))];
