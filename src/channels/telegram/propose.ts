// Words that no table knows: where an agent can say what they may mean, one button asks. Nothing is guessed.
import { isSentence } from '../../domain/question/proposal.ts';
import type { Question } from '../../domain/question/question.ts';
import { tidy } from '../../domain/text/tidy.ts';
import { type Acting, type Known, request } from './acting.ts';
import { tokenFrom } from './drafts.ts';
import { put, type Said } from './kept.ts';
import { shorten } from './split.ts';
import { textsOf } from './texts.ts';

type Proposed = {
  readonly proposal: { readonly choice: string; readonly words: string | null } | null;
};

const mostWords = 1_500;

/** `binding`: of what this person saw. The button is worth nothing to anybody else. */
export async function propose(
  acting: Acting,
  user: Known,
  said: Said,
  question: Question,
  binding: string,
): Promise<void> {
  const { client, store, clock, ids } = acting;
  const texts = textsOf(user.language);
  const proposal = await proposalOf(acting, user, said, question);
  const choice = question.choices.find(({ id }) => id === proposal?.choice);
  if (proposal === null || choice === undefined) {
    const known = question.choices.map(({ label }, index) => `${index + 1} ${label}`).join(', ');
    return void (await client.send(said.chat, texts.notUnderstood(known)));
  }
  const token = tokenFrom(ids.secret());
  const { words } = proposal;
  const of = { kind: 'question', question: question.id, binding, ...(words !== null && { words }) } as const;
  await store.transact((tx) =>
    put(tx, 'button', token, clock.now(), { user: user.id, of, choices: [choice.id], used: null }),
  );
  const label = tidy(choice.label);
  await client.send(said.chat, texts.meant(label, words === null ? null : shorten(tidy(words), mostWords)), {
    keys: [[{ text: shorten(label, 60), data: `${token}:0` }]],
    replyTo: said.message,
  });
}

/** Only for words that are more than a typo is an agent asked. */
async function proposalOf(
  acting: Acting,
  user: Known,
  { chat, text }: Said,
  { id }: Question,
): Promise<Proposed['proposal']> {
  if (!isSentence(text)) return null;
  await acting.client.send(chat, textsOf(user.language).wondering, { silent: true });
  const reply = await request<Proposed>(acting, user, 'question.propose', { question: id, text });
  return reply.ok ? reply.data.proposal : null;
}
