// What may be meant by words that are no plain answer, as one button each. Nothing is guessed, and nothing follows before a tap.
import { labelIn } from '../../../domain/question/labels.ts';
import { isSentence } from '../../../domain/question/proposal.ts';
import type { Question } from '../../../domain/question/question.ts';
import type { Meant } from '../../../domain/question/words-of-answers.ts';
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import { type Acting, type Known, request } from '../acting.ts';
import type { Keys } from '../api/client.ts';
import { tokenFrom } from '../api/token.ts';
import { type Buttons, put, type Said } from '../kept.ts';
import { reply } from '../reply.ts';
import { keyText } from '../text/chat-text.ts';
import { shorten } from '../text/split.ts';
import { textsOf } from '../text/texts.ts';

type Proposed = {
  readonly proposal: { readonly choice: string; readonly words: string | null } | null;
};
/** One button, worth something to this person alone, and once. */
export type Way = { readonly of: Buttons['of']; readonly choice: string; readonly label: string };

const mostWords = 1_500;

/** Each in a row of its own. */
export async function keysOf({ store, clock, ids }: Acting, user: Known, ways: readonly Way[]): Promise<Keys> {
  const keys = ways.map((way) => ({ ...way, token: tokenFrom(ids.secret()) }));
  await store.transact(async (tx) => {
    for (const { token, of, choice } of keys)
      await put(tx, 'button', token, clock.now(), { user: user.id, of, choices: [choice], used: null });
  });
  return keys.map(({ token, label }) => [{ text: keyText(tidy(label)), data: `${token}:0` }]);
}

/** `binding`: of what this person saw. `more`: what else the words may be. */
export async function propose(
  acting: Acting,
  user: Known,
  said: Said,
  question: Question,
  binding: string,
  more: readonly Way[] = [],
): Promise<void> {
  const texts = textsOf(user.language);
  const proposal = await proposalOf(acting, user, said, question);
  const choice = question.choices.find(({ id }) => id === proposal?.choice);
  if (proposal !== null && choice !== undefined)
    return offer(acting, user, said, question, binding, { choice, words: proposal.words }, more);
  const known = question.choices.map((each, index) => `${index + 1} ${labelIn(user.language, each)}`).join(', ');
  const keys = more.length === 0 ? undefined : await keysOf(acting, user, more);
  await reply(acting, said.chat, texts.notUnderstood(question.id, known), { ...(keys && { keys }) });
}

/** Shows what the words would do. */
export async function offer(
  acting: Acting,
  user: Known,
  said: Said,
  question: Question,
  binding: string,
  { choice, words }: Meant,
  more: readonly Way[] = [],
): Promise<void> {
  const of = { kind: 'question', question: question.id, binding, ...(words !== null && { words }) } as const;
  const keys = await keysOf(acting, user, [{ of, choice: choice.id, label: labelIn(user.language, choice) }, ...more]);
  const text = textsOf(user.language).meant(
    tidy(labelIn(user.language, choice)),
    words === null ? null : shorten(tidy(words), mostWords),
  );
  await reply(acting, said.chat, text, { keys, replyTo: said.message });
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
  const told = await request<Proposed>(acting, user, 'question.propose', { question: id, text });
  return told.ok ? told.data.proposal : null;
}
