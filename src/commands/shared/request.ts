// A transaction of a request; whoever watches hears of it.

import { resolve } from 'node:path';
import { Failed, failed, type Result } from '../../domain/error.ts';
import type { Instant, ThingId } from '../../domain/ids.ts';
import type { Thing } from '../../domain/thing.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';

export const commit = <T>(
  { store, bell }: Pick<CommandPorts, 'store' | 'bell'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  store.transact(async (tx) => {
    tx.afterCommit(() => bell.ring());
    return work(tx);
  });

// The value of a result; its failure thrown, to be caught once at the door.

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Failed(result.failure);
  return result.value;
}

// Who asked, as it stands in rows and facts.

/** `person:NAME`, `session:s12`, `agent`, `trigger:NAME`, or `caller` where nobody proved to be a person (and nobody had to). */
export function nameOf({ person }: Peer): string {
  switch (person.kind) {
    case 'person':
      return `person:${person.name}`;
    case 'agent':
      return person.session == null ? 'agent' : `session:${person.session.id}`;
    case 'unknown':
      return person.trigger === undefined ? 'caller' : `trigger:${person.trigger.name}`;
  }
}

// A path as a person wrote it, seen from the folder they stand in.

/** `~/x` and `/x` stay as they are; `x`, `./x` and `..` become absolute. */
export const fromFolder = (path: string, cwd: string): string => (/^~(?=\/|$)/.test(path) ? path : resolve(cwd, path));

// A request that is made again after a crash does nothing the second time: what it made is found under its key.

/** Of tasks, messages, sessions and runs. */
export const madeKinds = ['made', 'sent', 'started', 'run'] as const;

/** Keys are each channel's own, and those of the kinds are apart. */
type OnceKey = {
  readonly channel: Peer['channel'];
  readonly kind: (typeof madeKinds)[number];
  /** Absent: it is made whatever was before. */
  readonly key: string | undefined;
  /** What was said, by its digest. */
  readonly words: string;
};

type Made<Kind extends Thing> = { readonly thing: Kind; readonly again: boolean };

/** An older row is the thing's name alone. */
type Row = ThingId | { readonly thing: ThingId; readonly words: string };

export const onceKey = (
  { sha256 }: Pick<CommandPorts, 'sha256'>,
  { channel }: Peer,
  kind: OnceKey['kind'],
  input: { readonly once?: string | undefined },
  words: readonly (string | undefined)[],
): OnceKey => ({ channel, kind, key: input.once, words: sha256(JSON.stringify(words)) });

/** In one transaction with what `make` writes. `stands`: what was made and undone since is made anew. Throws `Failed(ALREADY_EXISTS)` where the key was said with other words. */
export async function idempotently<Kind extends Thing>(
  tx: Transaction,
  once: OnceKey,
  at: Instant,
  make: () => Promise<Kind>,
  stands: (thing: Kind) => boolean = () => true,
): Promise<Made<Kind>> {
  const known = await findMade<Kind>(tx, once);
  if (known !== null && stands(known)) return { thing: known, again: true };
  const thing = await make();
  const { channel, kind, key, words } = once;
  if (key !== undefined) await tx.putChannelRow({ channel, kind, key, at, body: { thing: thing.id, words } });
  return { thing, again: false };
}

export async function findMade<Kind extends Thing>(
  reads: Reads,
  { channel, kind, key, words }: OnceKey,
): Promise<Kind | null> {
  const row = key === undefined ? null : await reads.channelRow(channel, kind, key);
  if (row === null) return null;
  const body = row.body as Row;
  if (typeof body === 'string') return (await reads.thing(body)) as Kind | null;
  if (body.words !== words) throw keyTaken(row.key);
  return (await reads.thing(body.thing)) as Kind | null;
}

export const keyTaken = (key: string): Failed =>
  failed('ALREADY_EXISTS', `Something else was said under the key ${key}; nothing was done.`, {
    hint: 'Say this with a key of its own.',
  });

// Wakes for what got a slot, each on its own host.

export async function wakeAll(
  { queue, host }: Pick<CommandPorts, 'queue' | 'host'>,
  tx: Transaction,
  things: readonly ThingId[],
  at: Instant,
): Promise<void> {
  for (const thing of things) await queue.add(tx, [{ thing, at, host: (await tx.thing(thing))?.host ?? host }]);
}
