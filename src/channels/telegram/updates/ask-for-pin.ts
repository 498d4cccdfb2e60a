// A PIN that an answer needs is asked for in private; what replies to that is recognised before anything of it is kept.
import type { Instant } from '../../../domain/ids.ts';
import type { Reads } from '../../../ports/store.ts';
import type { Acting, Known } from '../acting.ts';
import { type Change, channel, type Given, list, type PinAsked, put, type Row, type Said } from '../kept.ts';
import { textsOf } from '../text/texts.ts';

/** So long words without a reply may be meant as one. */
const awaitedMs = 10 * 60_000;

/** The row is there before the message is: whatever is replied to it, however soon, is heard as a PIN. */
export async function askForPin(
  { client, store, clock, ids }: Acting,
  user: Known,
  given: Given | Change,
): Promise<void> {
  // A private chat has its user's number: a group is no place for this.
  const chat = Number(user.id);
  const key = ids.secret();
  const asked: PinAsked = { user: user.id, chat, given, message: null };
  await store.transact((tx) => put(tx, 'pin', key, clock.now(), asked));
  const sent = await client.send(
    chat,
    textsOf(user.language).pin('question' in given ? given.question : given.command),
    { forceReply: true },
  );
  await store.transact(async (tx) => {
    if (sent.ok) await put(tx, 'pin', key, clock.now(), { ...asked, message: sent.value.id });
    else await tx.dropChannelRow(channel, 'pin', key);
  });
}

/** Which asking this replies to, or may be meant for; null: it is no PIN. */
export async function pinAskedOf(
  reads: Reads,
  { user, chat, replyTo, text, forwarded }: Said,
  now: Instant,
): Promise<string | null> {
  if (forwarded) return null;
  const mine = (await list(reads, 'pin'))
    .filter(({ body }) => body.user === user && body.chat === chat)
    .sort((one, other) => other.at - one.at);
  const newest = (fits: (row: Row<'pin'>) => boolean): string | null => mine.find(fits)?.key ?? null;
  const awaited = ({ at }: Row<'pin'>) => now - at < awaitedMs;
  if (replyTo !== null)
    return newest(({ body }) => body.message === replyTo) ?? newest((row) => row.body.message === null && awaited(row));
  return looksLikePin(text) ? newest(awaited) : null;
}

const looksLikePin = (text: string): boolean => /^(?!\/)(?=.*\d)\S{4,64}$/.test(text.trim());
