// A choice that needs words: they are asked for, and the reply to that message is the answer.
import { labelIn } from '../../domain/question/labels.ts';
import type { Choice } from '../../domain/question/question.ts';
import type { Acting, Known } from './acting.ts';
import { put } from './kept.ts';
import { mustArrive } from './reply.ts';
import { textsOf } from './texts.ts';

type Wanted = { readonly question: string; readonly binding: string; readonly choice: Pick<Choice, 'id' | 'label'> };

export async function askForWords(
  { client, store, clock }: Acting,
  { language }: Known,
  chat: number,
  { question, binding, choice }: Wanted,
): Promise<void> {
  const sent = await client.send(chat, textsOf(language).noWords(labelIn(language, choice)), { forceReply: true });
  mustArrive(sent);
  if (!sent.ok) return;
  await store.transact((tx) =>
    put(tx, 'subject', `${chat}/${sent.value.id}`, clock.now(), { question, binding, choice: choice.id }),
  );
}
