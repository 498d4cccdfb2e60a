// The journal as it is written: of one session, run or task without gaps, or of all in the order things happened.

import type { Input } from '../../contract/read-input.ts';
import type { EventsEnd, JournalEvent } from '../../contract/session.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { describeFact } from '../../domain/fact/fact.ts';
import type { Instant, ThingId } from '../../domain/ids.ts';
import type { Fact } from '../../domain/thing.ts';
import type { CommandPorts, Stream } from '../ports.ts';
import { repositoryHere } from '../session/find.ts';
import { record } from '../shared/authorize.ts';
import { type Found, findThing } from '../shared/find-thing.ts';
import { watchFor } from '../shared/watch.ts';

const page = 500;

type EventsGlance = { readonly facts: readonly Fact[]; readonly ended: boolean };

export const events: Stream<'service.events'> = async function* (ports, input, _, signal) {
  const thing = await thingOf(ports, input);
  const names = new Map<string, string>();
  const { from } = input;
  let position = typeof from === 'number' && thing === null ? from - 1 : 0;
  for (;;) {
    const glance = await look(ports, thing, position, input.follow, signal);
    if (glance === null) return { position, ended: false };
    for (const fact of glance.facts) {
      position = fact.position;
      if (isWanted(fact, thing, from)) yield await viewFact(ports, fact, names);
    }
    if (glance.facts.length < page && (!input.follow || glance.ended))
      return { position, ended: glance.ended } satisfies EventsEnd;
  }
};

async function thingOf(
  { store, machine }: CommandPorts,
  { id, cwd }: Input<'service.events'>,
): Promise<ThingId | null> {
  if (id === undefined) return null;
  const repository = await repositoryHere(machine, cwd);
  return idOf(await store.read((reads) => findThing(reads, id, repository)));
}

function idOf(found: Found): ThingId {
  switch (found.kind) {
    case 'session':
      return found.session.id;
    case 'run':
      return found.run.id;
    case 'task':
      return found.task.id;
    case 'message':
      return found.message.id;
  }
}

/** null: the caller has left. Waits, where it is to follow, until there is something to tell. */
function look(
  { store, bell }: CommandPorts,
  thing: ThingId | null,
  after: number,
  follow: boolean,
  signal: AbortSignal,
): Promise<EventsGlance | null> {
  const where = thing === null ? {} : { thing };
  return watchFor(bell, signal, () =>
    store.read(async (reads) => {
      const facts = await reads.facts({ ...where, after, limit: page });
      const ended = thing !== null && (await reads.thing(thing))?.ended === true;
      return follow && facts.length === 0 && !ended ? null : { facts, ended };
    }),
  );
}

/** The record of acts is asked for by itself. */
function isWanted({ number, at, thing: of }: Fact, thing: ThingId | null, from: number | string | undefined): boolean {
  if (of === record) return false;
  if (typeof from === 'string') return at >= (Date.parse(from) as Instant);
  return thing === null || from === undefined || number >= from;
}

async function viewFact({ store }: CommandPorts, fact: Fact, names: Map<string, string>): Promise<JournalEvent> {
  return {
    schema_version: 1,
    seq: fact.number,
    position: fact.position,
    ts: new Date(fact.at).toISOString(),
    id: await nameOf(store, fact.thing, names),
    thing: fact.thing,
    task: fact.task,
    type: fact.kind,
    text: describeFact(fact),
    data: fact.data,
  };
}

/** A session is told by its name. */
async function nameOf(store: CommandPorts['store'], thing: ThingId, names: Map<string, string>): Promise<string> {
  if (!/^s\d+$/.test(thing)) return thing;
  const known =
    names.get(thing) ?? ifKind(await store.read((reads) => reads.thing(thing)), 'session')?.spec.name ?? thing;
  names.set(thing, known);
  return known;
}
