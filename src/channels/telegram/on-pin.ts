// A reply with a PIN: it is gone from the chat before it is looked at, and was never kept.
import type { Acting, Known } from './acting.ts';
import { answer } from './answer.ts';
import { askForPin } from './ask-for-pin.ts';
import { channel, get, type Secret } from './kept.ts';
import { textsOf } from './texts.ts';

export async function onPin(acting: Acting, user: Known, { chat, message, asked }: Secret, key: string): Promise<void> {
  const { client, store, secrets } = acting;
  const texts = textsOf(user.language);
  const pin = secrets.get(key);
  secrets.delete(key);
  const row = await store.read((reads) => get(reads, 'pin', asked));
  const removed = await client.remove(chat, message);
  if (!removed.ok) await client.send(chat, texts.pinThere);
  if (row === null) return void (await client.send(chat, texts.overAlready));
  if (user.right !== 'act') await client.send(chat, texts.lookOnly);
  // It was in memory alone, and that is gone.
  else if (pin === undefined) await askForPin(acting, user, row.given);
  else await client.send(chat, (await answer(acting, user, row.given, pin.trim())).said);
  await store.transact((tx) => tx.dropChannelRow(channel, 'pin', asked));
}
