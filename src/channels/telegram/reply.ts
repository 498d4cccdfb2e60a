// What is told to whoever said something: at once, or kept until it can be, in its order.
import { Failed, type Result } from '../../domain/error.ts';
import type { Acting } from './acting.ts';
import type { Sending } from './api/client.ts';
import { sendLong } from './api/send.ts';
import { channel, list, put, type Reply, type Row } from './kept.ts';

export async function reply(acting: Acting, chat: number, text: string, how: Sending = {}): Promise<void> {
  const { store, clock, ids } = acting;
  const waiting = await store.read((reads) => list(reads, 'reply'));
  const whole: Reply = { chat, text, how, sent: 0 };
  const told = waiting.some(({ body }) => body.chat === chat) ? null : await tell(acting, whole);
  if (told?.ok === true || (told !== null && !isUnreachable(told))) return;
  const key = `${String(clock.now()).padStart(16, '0')}-${String(waiting.length).padStart(6, '0')}-${ids.secret()}`;
  await store.transact((tx) => put(tx, 'reply', key, clock.now(), { ...whole, sent: told?.sent ?? 0 }));
}

/** What was kept, as far as it can be told now. */
export async function tellKept(acting: Acting): Promise<void> {
  const { store, clock } = acting;
  const stopped = new Set<number>();
  for (const { key, body } of await sorted(acting)) {
    if (stopped.has(body.chat)) continue;
    const told = await tell(acting, body);
    if (!told.ok && isUnreachable(told)) {
      stopped.add(body.chat);
      if (told.sent > body.sent)
        await store.transact((tx) => put(tx, 'reply', key, clock.now(), { ...body, sent: told.sent }));
    } else await store.transact((tx) => tx.dropChannelRow(channel, 'reply', key));
  }
}

const sorted = async ({ store }: Acting): Promise<readonly Row<'reply'>[]> =>
  [...(await store.read((reads) => list(reads, 'reply')))].sort((one, other) => one.key.localeCompare(other.key));

/** `sent`: how many parts arrived. */
async function tell({ client }: Acting, { chat, text, how, sent }: Reply): Promise<Result<void> & { sent: number }> {
  let arrived = sent;
  const told = await sendLong(client, chat, text, how, {
    sent: Array.from({ length: sent }, () => 0),
    arrived: async () => {
      arrived += 1;
    },
  });
  return { ...told, sent: arrived };
}

const isUnreachable = (sent: Result<unknown>): boolean => !sent.ok && sent.failure.error_code === 'CHANNEL_UNREACHABLE';

/** Where nobody answers it is tried again later; what is refused stays refused. */
export function mustArrive(sent: Result<unknown>): void {
  if (!sent.ok && isUnreachable(sent)) throw new Failed(sent.failure);
}
