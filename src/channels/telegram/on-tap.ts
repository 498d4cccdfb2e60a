// A tap: worth something once, and only to whom the buttons were shown.
import type { Acting, Known } from './acting.ts';
import { answer, openQuestion } from './answer.ts';
import { askForWords } from './ask-for-words.ts';
import { dropDraft, startDraft } from './drafts.ts';
import { type Buttons, get, put, type Tapped } from './kept.ts';
import { noteArrived } from './questions.ts';
import { textsOf } from './texts.ts';

/** As it was sent out; what is made up fits nothing. */
const tapData = /^([A-Za-z0-9_-]{1,32}):(\d{1,2})$/;

export async function onTap(acting: Acting, user: Known, tapped: Tapped): Promise<void> {
  const said = await sayOf(acting, user, tapped);
  await acting.client.tap(tapped.id, said);
}

async function sayOf(acting: Acting, user: Known, tapped: Tapped): Promise<string> {
  const texts = textsOf(user.language);
  const [, token = '', number = ''] = tapData.exec(tapped.data) ?? [];
  const buttons = await acting.store.read((reads) => get(reads, 'button', token));
  const choice = buttons?.choices[Number(number)];
  if (buttons === null || choice === undefined) return texts.overAlready;
  if (buttons.user !== user.id) return texts.foreign;
  if (buttons.used !== null) return sayUsed(acting, user, buttons);
  if (buttons.of.kind !== 'test' && user.right !== 'act') return texts.lookOnly;
  const { said, used } = await act(acting, user, tapped, buttons, choice);
  if (used !== null)
    await acting.store.transact((tx) => put(tx, 'button', token, acting.clock.now(), { ...buttons, used }));
  return said;
}

type Outcome = { readonly said: string; readonly used: string | null };

async function act(acting: Acting, user: Known, tapped: Tapped, { of }: Buttons, choice: string): Promise<Outcome> {
  const texts = textsOf(user.language);
  switch (of.kind) {
    case 'test':
      await acting.client.send(tapped.chat, texts.testDone);
      return { said: texts.done, used: choice };
    case 'draft':
      return choice === 'no' ? dropDraft(acting, user, of.draft) : startDraft(acting, user, of.draft, choice);
    case 'question': {
      await noteArrived(acting, user.id, of.question, tapped);
      const question = await openQuestion(acting, of.question);
      const wanted = question?.choices.find(({ id }) => id === choice);
      if (question?.state.kind === 'open' && wanted?.words === 'required' && of.words === undefined) {
        await askForWords(acting, user, tapped.chat, { ...of, choice: wanted });
        return { said: texts.noWords(wanted.label), used: null };
      }
      return answer(acting, user, { ...of, choice, words: of.words ?? null });
    }
  }
}

async function sayUsed(acting: Acting, { language }: Known, { of, used }: Buttons): Promise<string> {
  const texts = textsOf(language);
  const question = of.kind === 'question' ? await openQuestion(acting, of.question) : null;
  if (question?.state.kind !== 'answered') return texts.overAlready;
  const { choice, by } = question.state.answer;
  return texts.late(choice, by.replace(/^person:/, '')) || String(used);
}
