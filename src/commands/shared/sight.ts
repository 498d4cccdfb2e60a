// What a session's agent sees: itself, what it started and what that started, over every door. The rest is as if it were not there.

import type { CommandName } from '../../contract/commands.ts';
import type { AnyThing, ThingOf } from '../../domain/any-thing.ts';
import type { Instant, TaskId, ThingId, ThingKind } from '../../domain/ids.ts';
import { isWithin } from '../../domain/place/within.ts';
import { type Roots, starterOf, withStarted } from '../../domain/session/in-sight.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Reads, Store } from '../../ports/store.ts';
import { findChain } from '../chain/chain.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { findRun } from '../run/run.ts';
import { findTask } from '../task/find.ts';

/** They judge by themselves whom an agent may reach, and tell nothing of another but what became of the message; or they have an index to keep. */
const wide: ReadonlySet<CommandName> = new Set([
  'inbox.clear',
  'inbox.drop',
  'service.search',
  'session.send',
  'session.stop',
]);

/** The ports of this request, as far as who asks sees. Within a transaction all is seen: what stands in one another's way does so whoever looks. */
export function inSight(ports: CommandPorts, name: CommandName, peer: Peer): CommandPorts {
  const eyes = eyesOf(peer);
  if (eyes === null || wide.has(name)) return ports;
  const { channels: _, ...rest } = ports;
  const whole = ports.store;
  const look = lookingFor(eyes);
  return {
    ...rest,
    store: {
      read: (work) => whole.read(async (reads) => work(narrow(reads, await look(reads)))),
      transact: (work) => whole.transact(work),
      describe: () => whole.describe(),
      check: () => whole.check(),
      backUp: (to) => whole.backUp(to),
      close: () => whole.close(),
    },
  };
}

/** Throws that what the request names is not there, where it is out of sight: a transaction would find it. Who shows a lease's token drives that task. */
export async function mustSee({ store }: CommandPorts, name: CommandName, input: unknown, peer: Peer): Promise<void> {
  if (eyesOf(peer) === null || wide.has(name)) return;
  const { task, chain, run, token } = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (token !== undefined) return;
  await store.read(async (reads) => {
    if (typeof task === 'string') await findTask(reads, task);
    if (typeof chain === 'string') await findChain(reads, chain);
    if (typeof run === 'string') await findRun(reads, run);
  });
}

/** null: all is seen. */
export async function rootsInSight({ store }: { readonly store: Store }, peer: Peer): Promise<Roots | null> {
  const eyes = eyesOf(peer);
  return eyes === null ? null : store.read(lookingFor(eyes));
}

/** The session whose eyes are meant; null: who asks sees all. */
const eyesOf = ({ person }: Peer): Session | null => (person.kind === 'agent' ? (person.session ?? null) : null);

/** Each look goes on from the last one: what was brought about since has been written since. */
function lookingFor({ id, task, createdAt, spec }: Session): (reads: Reads) => Promise<Roots> {
  let roots: Roots = new Set([task, id as unknown as TaskId]);
  let since = createdAt;
  return async (reads) => {
    const fresh = [
      ...(await reads.things({ kind: 'session', since })),
      ...(await reads.things({ kind: 'task', since })),
      ...(await reads.things({ kind: 'chain', since })),
      ...(await reads.things({ kind: 'run', parent: null, since })),
    ];
    since = fresh.reduce((last, { updatedAt }) => Math.max(last, updatedAt) as Instant, since);
    roots = withStarted(roots, fresh);
    return spec.startedBy.startsWith('person:') ? withPlace(reads, roots, spec.cwd) : roots;
  };
}

/** A person who starts an agent in the copy of a task shows it that task. */
async function withPlace(reads: Reads, roots: Roots, cwd: string): Promise<Roots> {
  const around = (await reads.copies({ removed: false })).filter(({ path }) => isWithin(cwd, path));
  return around.length === 0 ? roots : new Set([...roots, ...around.map(({ task }) => task)]);
}

/** A method of the store that is not thought of here does not compile. */
function narrow(reads: Reads, roots: Roots): Reads {
  const isSeen = (thing: AnyThing) => roots.has(thing.task) || roots.has(starterOf(thing) as unknown as TaskId);
  const own = { ofThing: (thing: ThingId) => reads.thing(thing as never) as Promise<AnyThing | null> };
  const seenId = async (id: ThingId) => {
    const thing = await own.ofThing(id);
    return thing !== null && isSeen(thing);
  };
  const ofTask = <T extends { readonly task: TaskId }>(rows: readonly T[]) =>
    rows.filter(({ task }) => roots.has(task));
  const those = (task: TaskId | undefined, tasks: readonly TaskId[] | undefined): readonly TaskId[] =>
    [...roots].filter((each) => (task === undefined || each === task) && (tasks === undefined || tasks.includes(each)));
  return {
    view: async (id) => ((await seenId(id)) ? reads.view(id) : null),
    thing: async (id) => {
      const thing = await reads.thing(id);
      return thing !== null && isSeen(thing) ? thing : null;
    },
    root: async (id) => (roots.has(id) ? reads.root(id) : null),
    things: <Kind extends ThingKind>({ task, tasks, ...filter }: Parameters<Reads['things']>[0] & { kind?: Kind }) =>
      reads.things({ ...filter, tasks: those(task, tasks) }) as Promise<readonly ThingOf<Kind>[]>,
    // What one sees is made for nobody else.
    made: (_, make) => make(),
    openTasks: ({ tasks, ...filter }) => reads.openTasks({ ...filter, tasks: those(undefined, tasks) }),
    atWorkOn: async (work, ended) => {
      const task = await reads.atWorkOn(work, ended);
      return task !== null && roots.has(task) ? task : null;
    },
    unended: (host) => reads.unended(host),
    due: (at) => reads.due(at),
    timers: (at) => reads.timers(at),
    facts: ({ task, tasks, ...filter }) => reads.facts({ ...filter, tasks: those(task, tasks) }),
    position: () => reads.position(),
    intents: async (thing) => ((await seenId(thing)) ? reads.intents(thing) : []),
    question: async (id) => {
      const question = await reads.question(id);
      return question !== null && roots.has(question.task) ? question : null;
    },
    questions: async (filter) => ofTask(await reads.questions(filter)),
    lease: async (task) => (roots.has(task) ? reads.lease(task) : null),
    leases: async (workspace) => ofTask(await reads.leases(workspace)),
    slot: (workspace, task) => reads.slot(workspace, task),
    slots: () => reads.slots(),
    holders: (workspace) => reads.holders(workspace),
    evidence: async (task, of) => (roots.has(task) ? reads.evidence(task, of) : []),
    copy: async (task) => (roots.has(task) ? reads.copy(task) : null),
    copies: async (filter) => ofTask(await reads.copies(filter)),
    conversation: (task, agent) => reads.conversation(task, agent),
    hosts: () => reads.hosts(),
    epochs: (host) => reads.epochs(host),
    hostOfBackup: () => reads.hostOfBackup(),
    numbers: () => reads.numbers(),
    sessions: async (filter) => {
      const { limit, ...rest } = filter;
      return (await reads.sessions(rest)).filter(isSeen).slice(0, limit);
    },
    messages: async ({ limit, ...filter }) => (await reads.messages(filter)).filter(isSeen).slice(0, limit),
    permissions: (repository) => reads.permissions(repository),
    channelRow: (channel, kind, key) => reads.channelRow(channel, kind, key),
    // Who is paired, which browsers are signed in.
    channelRows: async () => [],
  };
}
