// A request that is made again after a crash does nothing the second time: what it made is found under its key.
import type { Instant, ThingId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import type { Reads, Transaction } from '../ports/store.ts';
import type { Peer } from './ports.ts';

/** Keys are each channel's own, and those of tasks and of messages are apart. */
export type OnceKey = {
  readonly channel: Peer['channel'];
  readonly kind: 'made' | 'sent';
  /** Absent: it is made whatever was before. */
  readonly key: string | undefined;
};

type Made<Kind extends Thing> = { readonly thing: Kind; readonly again: boolean };

/** In one transaction with what `make` writes. `stands`: what was made and undone since is made anew. */
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
  if (once.key !== undefined) await tx.putChannelRow({ ...once, key: once.key, at, body: thing.id });
  return { thing, again: false };
}

export async function findMade<Kind extends Thing>(
  reads: Reads,
  { channel, kind, key }: OnceKey,
): Promise<Kind | null> {
  const row = key === undefined ? null : await reads.channelRow(channel, kind, key);
  return row === null ? null : ((await reads.thing(row.body as ThingId)) as Kind | null);
}
