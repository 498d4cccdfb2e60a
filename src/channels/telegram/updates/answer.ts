// An answer as it was said or tapped, and what is told to whoever gave it.
import { defined } from '../../../domain/defined.ts';
import { labelIn } from '../../../domain/question/labels.ts';
import type { Question } from '../../../domain/question/question.ts';
import { assentMeant, choiceMeant, isAssent, type Meant } from '../../../domain/question/words-of-answers.ts';
import { type Acting, type Known, type Outcome, request } from '../acting.ts';
import type { Given } from '../kept.ts';
import { textsOf } from '../text/texts.ts';
import { askForPin } from './ask-for-pin.ts';

export async function answer(acting: Acting, user: Known, given: Given, pin?: string): Promise<Outcome> {
  const { question, binding, choice, words } = given;
  const texts = textsOf(user.language);
  const input = { question, choice, binding, ...(words !== null && { words }), ...defined({ pin }) };
  const reply = await request<{ readonly label: string }>(acting, user, 'question.answer', input);
  if (reply.ok)
    return { said: texts.answered(labelIn(user.language, { id: choice, label: reply.data.label })), used: choice };
  if (reply.error_code === 'QUESTION_ANSWERED') {
    const by = sayWho(String(reply.details?.by ?? ''));
    const first = String(reply.details?.choice ?? '');
    return { said: texts.late(labelOf(await openQuestion(acting, question), first, user), by), used: first };
  }
  if (reply.error_code === 'QUESTION_STALE') return { said: texts.stale, used: 'stale' };
  if (reply.error_code === 'QUESTION_NOT_FOUND') return { said: texts.overAlready, used: 'over' };
  const wanted = judgePin(reply);
  if (wanted === null)
    return { said: texts.failed({ ...reply, hint: reply.error_code === 'PIN_LOCKED' ? reply.hint : '' }), used: null };
  if (wanted.left !== 0) await askForPin(acting, user, given);
  return { said: wanted.left === null ? texts.pinNeeded : texts.pinWrong(wanted.left), used: null };
}

/** Whether a PIN would help: null where it would not, for one that is not set cannot be given here. `left`: tries after a wrong one; null: none was given. */
export function judgePin({
  error_code,
  details,
}: {
  readonly error_code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): { readonly left: number | null } | null {
  if (error_code === 'PIN_WRONG') return { left: Number(details?.left ?? 0) };
  return error_code === 'PIN_REQUIRED' && details?.set !== false ? { left: null } : null;
}

/** A choice as it was shown; its id where it is not known any more. */
export function labelOf(question: Question | null, id: string, { language }: Pick<Known, 'language'>): string {
  const choice = question?.choices.find((each) => each.id === id);
  return choice === undefined ? id : labelIn(language, choice);
}

export const sayWho = (by: string): string => by.replace(/^person:/, '');

/** A choice, alone or before its words: `change: keep the old route`. Null: none that is known. Ids are not shown in a chat: `go` says yes there, and no more. */
export function choiceIn(question: Pick<Question, 'choices' | 'assent'>, text: string): Meant | null {
  const whole = isAssent(text)
    ? assentMeant(question)
    : (choiceMeant(question, text) ?? byChineseLabel(question, text));
  if (whole !== null) return whole;
  const [, head = '', words = ''] = /^([^\n:：,，]{1,80})[:：,，\n]\s*([\s\S]+)$/.exec(text.trim()) ?? [];
  const meant = head === '' || isAssent(head) ? null : choiceMeant(question, head);
  return meant === null || meant.choice.words === 'none' ? null : { ...meant, words: words.trim() };
}

function byChineseLabel({ choices }: Pick<Question, 'choices'>, text: string): Meant | null {
  const choice = choices.find((each) => labelIn('zh', each) === text.trim());
  return choice === undefined ? null : { choice, words: null };
}

export const openQuestion = ({ store }: Acting, id: string): Promise<Question | null> =>
  store.read((reads) => reads.question(id as Question['id']));
