// Words without a reply: they go to what is open here; what is nothing's, and no answer, states a task.
import { labelIn } from '../../../domain/question/labels.ts';
import type { Choice } from '../../../domain/question/question.ts';
import { isAnswer } from '../../../domain/question/words-of-answers.ts';
import type { Acting, Known } from '../acting.ts';
import { actOnDraft, choiceOfDraft, namesElsewhere, stateDraft } from '../drafts.ts';
import { type Buttons, put, type Said } from '../kept.ts';
import { mustArrive, reply } from '../reply.ts';
import { type Matter, openMatters } from '../text/summaries.ts';
import { textsOf } from '../text/texts.ts';
import { answer, choiceIn } from './answer.ts';
import { workspaceOf } from './command.ts';
import { keysOf, offer, propose } from './propose.ts';

type Fit = { readonly matter: Matter; readonly choice: string; readonly label: string; readonly unsure: boolean };

/** `key`: of the update. */
export async function onWords(acting: Acting, user: Known, said: Said, key: string): Promise<void> {
  const texts = textsOf(user.language);
  if (said.files.length > 0) return stateDraft(acting, user, said, key, said.text);
  const { open, early } = await openMatters(acting, user, said);
  const fits = open.flatMap((matter) => fitOf(user, matter, said.text));
  const [only, ...more] = fits;
  if (only !== undefined && more.length === 0) return take(acting, user, said, only.matter);
  if (only !== undefined) return askWhich(acting, user, said, fits);
  if (isAnswer(said.text)) {
    const [first] = early;
    const known = open.flatMap((matter) => (matter.kind === 'question' ? [matter.question] : []));
    if (known.length === 1 && known[0] !== undefined)
      return propose(acting, user, said, known[0], acting.sha256(known[0].binding));
    return reply(acting, said.chat, first === undefined ? texts.nothingOpen : texts.tooEarly(first));
  }
  await natural(acting, user, said, key, open);
}

/** What the words are to it; nothing where they are none of its answers. */
function fitOf(user: Known, matter: Matter, text: string): readonly Fit[] {
  const texts = textsOf(user.language);
  if (matter.kind === 'draft') {
    const choice = choiceOfDraft(matter.draft, text);
    if (choice === null) return [];
    const label = choice === 'no' ? texts.no : texts.yes;
    return [{ matter, choice, label: `${label}: “${matter.draft.text.slice(0, 30)}”`, unsure: false }];
  }
  const { question } = matter;
  const meant = choiceIn(question, text);
  if (meant === null) return [];
  const label = `${question.id} · ${question.task} · ${texts.kinds[question.kind]}: ${labelIn(user.language, meant.choice)}`;
  return [{ matter, choice: meant.choice.id, label, unsure: meant.unsure === true }];
}

async function take(acting: Acting, user: Known, said: Said, matter: Matter): Promise<void> {
  if (matter.kind === 'draft') return actOnDraft(acting, user, said, matter);
  const { question } = matter;
  const binding = acting.sha256(question.binding);
  const meant = choiceIn(question, said.text);
  if (meant === null) return propose(acting, user, said, question, binding);
  if (meant.unsure) return offer(acting, user, said, question, binding, meant);
  if (meant.choice.words === 'required' && meant.words === null)
    return askForWords(acting, user, said.chat, { question: question.id, binding, choice: meant.choice });
  const given = { question: question.id, binding, choice: meant.choice.id, words: meant.words };
  await reply(acting, said.chat, (await answer(acting, user, given)).said);
}

/** Several would take the words: a tap says which. */
async function askWhich(acting: Acting, user: Known, said: Said, fits: readonly Fit[]): Promise<void> {
  const of = ({ matter }: Fit): Buttons['of'] => {
    if (matter.kind === 'draft') return { kind: 'draft', draft: matter.key };
    const { id, binding } = matter.question;
    const words = choiceIn(matter.question, said.text)?.words ?? null;
    return { kind: 'question', question: id, binding: acting.sha256(binding), ...(words !== null && { words }) };
  };
  const keys = await keysOf(
    acting,
    user,
    fits.map((fit) => ({ of: of(fit), choice: fit.choice, label: fit.label })),
  );
  await reply(acting, said.chat, textsOf(user.language).whichOne, { keys, replyTo: said.message });
}

/** Words of more than an answer: they are about what is open, unless they name another workspace, or the person says that they state a task. */
async function natural(acting: Acting, user: Known, said: Said, key: string, open: readonly Matter[]): Promise<void> {
  const texts = textsOf(user.language);
  const questions = open.flatMap((matter) => (matter.kind === 'question' ? [matter.question] : []));
  const [only, ...more] = questions;
  const about = questions.map(({ task }) => workspaceOf(task));
  if (only === undefined || (await namesElsewhere(acting, user, said.text, about)))
    return stateDraft(acting, user, said, key, said.text);
  const asTask = { kind: 'words', question: '', said, key } as const;
  if (more.length === 0)
    return propose(acting, user, said, only, acting.sha256(only.binding), [
      { of: asTask, choice: 'task', label: texts.newTask },
    ]);
  const keys = await keysOf(acting, user, [
    ...questions.map(({ id, task, kind }) => ({
      of: { kind: 'words', question: id, said, key } as const,
      choice: 'question',
      label: `${id} · ${task} · ${texts.kinds[kind]}`,
    })),
    { of: asTask, choice: 'task', label: texts.newTask },
  ]);
  await reply(acting, said.chat, texts.whichQuestion, { keys, replyTo: said.message });
}

// A choice that needs words: they are asked for, and the reply to that message is the answer.

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
