// Deliveries as rows: each is sent until it was taken, or given up after days and kept for a person to see.
import { describeFact } from '../../domain/fact/fact.ts';
import { type Instant, instant } from '../../domain/ids.ts';
import { redact } from '../../domain/text/safe/redact.ts';
import type { Fact } from '../../domain/thing.ts';
import type { ChannelRow, Reads, Transaction } from '../../ports/store.ts';

const channel = 'webhook';

/** `first`: when it was tried first; `why`: it was not taken the last time. */
type Told = {
  readonly hook: string;
  readonly id: string;
  readonly body: string;
  readonly tries: number;
  readonly first: Instant | null;
  readonly why: string | null;
};

/** `due`: when it is tried next, or was given up. */
export type Delivery = Told & { readonly key: string; readonly due: Instant };

const toDelivery = ({ key, at, body }: ChannelRow): Delivery => ({ ...(body as Told), key, due: at });
const toRow = (kind: 'waiting' | 'given_up', { key, due, ...body }: Delivery): ChannelRow => ({
  channel,
  kind,
  key,
  at: due,
  body,
});

/** By when they are due. */
export const waitingDeliveries = async (reads: Reads): Promise<readonly Delivery[]> =>
  (await reads.channelRows(channel, 'waiting')).map(toDelivery);
export const givenUpDeliveries = async (reads: Reads): Promise<readonly Delivery[]> =>
  (await reads.channelRows(channel, 'given_up')).map(toDelivery);

/** One for that hook: the fact in words that are safe to show, and where to look. */
export async function addDelivery(tx: Transaction, hook: string, fact: Fact, id: string, now: Instant): Promise<void> {
  const { kind, at, task, thing, position } = fact;
  const data = { task, thing, position, text: redact(describeFact(fact)) };
  const body = JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });
  const told = { hook, id, body, tries: 0, first: null, why: null };
  await tx.addChannelRow(toRow('waiting', { ...told, key: `${hook}/${position}`, due: now }));
}

/** By the place of its fact in the journal. */
export const positionOf = ({ key }: Delivery): number => Number(key.slice(key.lastIndexOf('/') + 1));

/** Of one hook: so many wait, and of so many it is kept that they were given up. What is beyond stands in the journal until there is room. */
const most = { waiting: 1_000, givenUp: 1_000 };

const ofHook = (all: readonly Delivery[], hook: string) => all.filter((each) => each.hook === hook);

export const hasRoom = async (reads: Reads, hook: string): Promise<boolean> =>
  ofHook(await waitingDeliveries(reads), hook).length < most.waiting;

/** Those that were given up longest ago go. */
export async function forgetOldest(tx: Transaction, hook: string): Promise<void> {
  const lost = ofHook(await givenUpDeliveries(tx), hook);
  for (const { key } of lost.slice(0, Math.max(0, lost.length - most.givenUp)))
    await tx.dropChannelRow(channel, 'given_up', key);
}

export async function endDelivery(tx: Transaction, { key }: Delivery): Promise<null> {
  await tx.dropChannelRow(channel, 'waiting', key);
  return null;
}

export async function waitUntil(tx: Transaction, deliveries: readonly Delivery[], due: Instant): Promise<void> {
  for (const each of deliveries) await tx.putChannelRow(toRow('waiting', { ...each, due }));
}

const firstWaitMs = 5_000;
const longestWaitMs = 6 * 60 * 60_000;
/** It is tried for so long. */
const lastsMs = 3 * 24 * 60 * 60_000;

/** It was not taken: when it is tried again; null: it is given up. `waitMs`: what the other side asked for. */
export async function putOff(
  tx: Transaction,
  delivery: Delivery,
  { why, gone, waitMs }: { readonly why: string; readonly gone: boolean; readonly waitMs: number | null },
  now: Instant,
): Promise<Instant | null> {
  const first = delivery.first ?? now;
  const tried = { ...delivery, first, tries: delivery.tries + 1, why };
  if (gone || now - first > lastsMs) {
    await tx.putChannelRow(toRow('given_up', { ...tried, due: now }));
    return endDelivery(tx, delivery);
  }
  const wait = Math.min(longestWaitMs, Math.max(waitMs ?? 0, firstWaitMs * 3 ** Math.min(delivery.tries, 12)));
  const due = instant(now + wait);
  await tx.putChannelRow(toRow('waiting', { ...tried, due }));
  return due;
}

/** A person has seen to it: what was given up is tried anew. */
export async function tryAnew(tx: Transaction, now: Instant): Promise<void> {
  for (const each of await givenUpDeliveries(tx)) {
    await tx.putChannelRow(toRow('waiting', { ...each, due: now, tries: 0, first: null }));
    await tx.dropChannelRow(channel, 'given_up', each.key);
  }
}

/** Of hooks that are configured no more. */
export async function dropOthers(tx: Transaction, hooks: ReadonlySet<string>): Promise<void> {
  for (const kind of ['waiting', 'given_up', 'cursor'])
    for (const { key } of await tx.channelRows(channel, kind))
      if (!hooks.has(key.split('/')[0] ?? '')) await tx.dropChannelRow(channel, kind, key);
}

/** Up to where the journal was looked through for it; one that is new begins with what happens from now on. */
export async function openCursor(tx: Transaction, hook: string, now: Instant): Promise<number> {
  const row = await tx.channelRow(channel, 'cursor', hook);
  if (row !== null) return Number(row.body);
  const position = await tx.position();
  await putCursor(tx, hook, position, now);
  return position;
}

export const putCursor = (tx: Transaction, hook: string, position: number, now: Instant): Promise<void> =>
  tx.putChannelRow({ channel, kind: 'cursor', key: hook, at: now, body: position });
