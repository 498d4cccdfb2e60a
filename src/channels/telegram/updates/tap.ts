// A tap: worth something once, and only to whom the buttons were shown.
import { labelIn } from '../../../domain/question/labels.ts';
import type { Acting, Known, Outcome } from '../acting.ts';
import { dropDraft, startDraft, stateDraft } from '../drafts.ts';
import { type Buttons, type Change, get, put, type Tapped } from '../kept.ts';
import { noteArrived, wholeQuestion } from '../questions.ts';
import { reply } from '../reply.ts';
import { textsOf } from '../text/texts.ts';
import { answer, labelOf, openQuestion, sayWho } from './answer.ts';
import { propose } from './propose.ts';
import { change } from './request.ts';
import { askForWords } from './words.ts';

/** As it was sent out; what is made up fits nothing. */
const tapData = /^([A-Za-z0-9_-]{1,32}):(\d{1,2})$/;

export async function onTap(acting: Acting, user: Known, tapped: Tapped): Promise<void> {
  const { said, over } = await hear(acting, user, tapped);
  await acting.client.tap(tapped.id, said);
  // It may have come twice, where the daemon died before it could note the first: nobody else would take these buttons away.
  if (over && tapped.message !== undefined) await acting.client.dropKeys(tapped.chat, tapped.message);
}

/** `over`: the buttons are worth nothing to anybody any more. */
async function hear(
  acting: Acting,
  user: Known,
  tapped: Tapped,
): Promise<{ readonly said: string; readonly over: boolean }> {
  const texts = textsOf(user.language);
  const [, token = '', number = ''] = tapData.exec(tapped.data) ?? [];
  const buttons = await acting.store.read((reads) => get(reads, 'button', token));
  const choice = buttons?.choices[Number(number)];
  if (buttons === null || choice === undefined) return { said: texts.overAlready, over: false };
  if (buttons.user !== user.id) return { said: texts.foreign, over: false };
  if (buttons.used !== null) return { said: await sayUsed(acting, user, buttons), over: true };
  if (buttons.of.kind !== 'test' && user.right !== 'act') return { said: texts.lookOnly, over: false };
  const { said, used } = await act(acting, user, tapped, buttons, choice);
  if (used !== null)
    await acting.store.transact((tx) => put(tx, 'button', token, acting.clock.now(), { ...buttons, used }));
  // A question's message has no other buttons than these.
  return { said, over: buttons.of.kind === 'question' ? used !== null : used === 'over' };
}

async function act(acting: Acting, user: Known, tapped: Tapped, { of }: Buttons, choice: string): Promise<Outcome> {
  const texts = textsOf(user.language);
  switch (of.kind) {
    case 'test':
      await reply(acting, tapped.chat, texts.testDone);
      return { said: texts.done, used: choice };
    case 'draft':
      return choice === 'no' ? dropDraft(acting, user, of.draft) : startDraft(acting, user, of.draft, choice);
    case 'request':
      if (choice === 'no') return { said: texts.dropped, used: choice };
      return changed(acting, user, tapped, of);
    case 'more': {
      const question = await openQuestion(acting, of.question);
      if (question === null) return { said: texts.overAlready, used: 'over' };
      await reply(acting, tapped.chat, wholeQuestion(acting, question, question.task, texts));
      return { said: texts.done, used: null };
    }
    case 'words': {
      const question = of.question === '' ? null : await openQuestion(acting, of.question);
      if (choice === 'task') await stateDraft(acting, user, of.said, of.key, of.said.text);
      else if (question?.state.kind !== 'open') return { said: texts.overAlready, used: 'over' };
      else await propose(acting, user, of.said, question, acting.sha256(question.binding));
      return { said: texts.done, used: choice };
    }
    case 'question': {
      await noteArrived(acting, user.id, of.question, tapped);
      const question = await openQuestion(acting, of.question);
      const wanted = question?.choices.find(({ id }) => id === choice);
      if (question?.state.kind === 'open' && wanted?.words === 'required' && of.words === undefined) {
        await askForWords(acting, user, tapped.chat, { ...of, choice: wanted });
        return { said: texts.noWords(labelIn(user.language, wanted)), used: null };
      }
      return answer(acting, user, { ...of, choice, words: of.words ?? null });
    }
  }
}

async function changed(acting: Acting, user: Known, { chat }: Tapped, of: Change): Promise<Outcome> {
  const outcome = await change(acting, user, of);
  if (outcome.said !== textsOf(user.language).pinNeeded) await reply(acting, chat, outcome.said);
  return outcome;
}

async function sayUsed(acting: Acting, { language }: Known, { of, used }: Buttons): Promise<string> {
  const texts = textsOf(language);
  const question = of.kind === 'question' ? await openQuestion(acting, of.question) : null;
  if (question?.state.kind !== 'answered') return texts.overAlready;
  const { choice, by } = question.state.answer;
  return texts.late(labelOf(question, choice, { language }), texts.who(sayWho(by))) || String(used);
}
