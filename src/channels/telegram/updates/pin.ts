// A reply with a PIN: it is gone from the chat before it is looked at, and was never kept.
import type { Acting, Known } from '../acting.ts';
import { channel, get, type Secret } from '../kept.ts';
import { reply } from '../reply.ts';
import { textsOf } from '../text/texts.ts';
import { answer } from './answer.ts';
import { askForPin } from './ask-for-pin.ts';
import { change } from './request.ts';

export async function onPin(acting: Acting, user: Known, { chat, message, asked }: Secret, key: string): Promise<void> {
  const { client, store, secrets } = acting;
  const texts = textsOf(user.language);
  const pin = secrets.get(key);
  secrets.delete(key);
  const row = await store.read((reads) => get(reads, 'pin', asked));
  const removed = await client.remove(chat, message);
  if (!removed.ok) await reply(acting, chat, texts.pinThere);
  if (row === null) return reply(acting, chat, texts.overAlready);
  if (user.right !== 'act') await reply(acting, chat, texts.lookOnly);
  // It was in memory alone, and that is gone.
  else if (pin === undefined) await askForPin(acting, user, row.given);
  else if ('question' in row.given) await reply(acting, chat, (await answer(acting, user, row.given, pin.trim())).said);
  else await reply(acting, chat, (await change(acting, user, row.given, pin.trim())).said);
  await store.transact((tx) => tx.dropChannelRow(channel, 'pin', asked));
}
