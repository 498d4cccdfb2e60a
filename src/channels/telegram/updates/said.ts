// What somebody wrote: a command, a reply, a word about the registry, an answer, or a task.
import { type Acting, type Known, request } from '../acting.ts';
import { sayOfDraft, stateDraft } from '../drafts.ts';
import { get, type Kept, type Outgoing, placeOf, type Said } from '../kept.ts';
import { reply } from '../reply.ts';
import { wasThere } from '../text/summaries.ts';
import { textsOf } from '../text/texts.ts';
import { answer, choiceIn, openQuestion } from './answer.ts';
import { onCommand } from './command.ts';
import { offer, propose } from './propose.ts';
import { onRequest } from './request.ts';
import { understand } from './understand.ts';
import { askForWords, onWords } from './words.ts';

/** `key`: of the update. */
export async function onSaid(acting: Acting, user: Known, said: Said, key: string): Promise<void> {
  const texts = textsOf(user.language);
  // What somebody else wrote commands, answers and changes nothing, whoever passes it on.
  if (said.forwarded) {
    if (!said.group) await mayAct(acting, user, said, () => stateDraft(acting, user, said, key, said.text.trim()));
    return;
  }
  const meant = understand(said.text, acting.bot);
  const subject = await subjectOf(acting, said);
  switch (meant.kind) {
    case 'not_for_us':
      return;
    case 'unknown_command':
      return reply(acting, said.chat, texts.unknownCommand);
    case 'command':
      if (meant.name === 'do') return mayAct(acting, user, said, () => stateDraft(acting, user, said, key, meant.rest));
      return onCommand(acting, user, said, meant, subject);
    default:
      break;
  }
  if (subject !== null && (await onReply(acting, user, said, subject, key))) return;
  // In a group nothing is for us but what names us.
  if (said.group && !said.text.toLowerCase().includes(`@${acting.bot.toLowerCase()}`)) return;
  if (meant.kind === 'request') return mayAct(acting, user, said, () => onRequest(acting, user, said.chat, meant));
  await mayAct(acting, user, said, () => onWords(acting, user, { ...said, text: meant.text }, key));
}

async function mayAct(
  acting: Acting,
  { right, language }: Known,
  { chat }: Said,
  work: () => Promise<void>,
): Promise<void> {
  if (right === 'act') return work();
  await reply(acting, chat, textsOf(language).lookOnly);
}

const subjectOf = async ({ store }: Acting, { chat, replyTo }: Said): Promise<Kept['subject'] | null> =>
  replyTo === null ? null : store.read((reads) => get(reads, 'subject', `${chat}/${replyTo}`));

/** False: it was about nothing that is known. */
async function onReply(
  acting: Acting,
  user: Known,
  said: Said,
  subject: Kept['subject'],
  key: string,
): Promise<boolean> {
  const texts = textsOf(user.language);
  if (user.right !== 'act') {
    await reply(acting, said.chat, texts.lookOnly);
    return true;
  }
  if ('draft' in subject) return sayOfDraft(acting, user, said, subject.draft, key);
  if ('task' in subject) {
    const told = await request(acting, user, 'task.say', { task: subject.task, text: said.text });
    await reply(acting, said.chat, told.ok ? texts.said(subject.task) : texts.failed(told));
    return true;
  }
  await answerInWords(acting, user, said, subject);
  return true;
}

type About = Extract<Kept['subject'], { question: string }>;

/** In a reply, which says by itself what it is about. */
async function answerInWords(acting: Acting, user: Known, said: Said, { question: id, choice, binding }: About) {
  const question = await openQuestion(acting, id);
  if (choice !== null || question === null || question.state.kind !== 'open') {
    const given = {
      question: id,
      binding,
      choice: choice ?? said.text.split('\n')[0] ?? '',
      words: choice === null ? null : said.text,
    };
    return reply(acting, said.chat, (await answer(acting, user, given)).said);
  }
  if (!(await arrivedWhole(acting, user, said, id)))
    return reply(acting, said.chat, textsOf(user.language).tooEarly(id));
  const meant = choiceIn(question, said.text);
  if (meant === null) return propose(acting, user, said, question, binding);
  if (meant.unsure) return offer(acting, user, said, question, binding, meant);
  if (meant.choice.words === 'required' && meant.words === null)
    return askForWords(acting, user, said.chat, { question: id, binding, choice: meant.choice });
  const outcome = await answer(acting, user, { question: id, binding, choice: meant.choice.id, words: meant.words });
  await reply(acting, said.chat, outcome.said);
}

/** A part of a question is none: what it asks stands at its end. */
async function arrivedWhole({ store }: Acting, user: Known, said: Said, question: string): Promise<boolean> {
  const row: Outgoing | null = await store.read((reads) =>
    get(reads, 'message', `${question}/${placeOf(said.chat, user.id)}`),
  );
  return row !== null && wasThere(row, said);
}
