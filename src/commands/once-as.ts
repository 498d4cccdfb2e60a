// A request that is made again after a crash does nothing the second time: what it made is found under its key.
import { type Failed, failed } from '../domain/error.ts';
import type { Instant, ThingId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import type { Reads, Transaction } from '../ports/store.ts';
import type { CommandPorts, Peer } from './ports.ts';

/** Of tasks, messages, sessions and runs. */
export const madeKinds = ['made', 'sent', 'started', 'run'] as const;

/** Keys are each channel's own, and those of the kinds are apart. */
export type OnceKey = {
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
export async function onceAs<Kind extends Thing>(
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
