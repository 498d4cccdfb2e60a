// What somebody wrote: a command, a reply, a word about the registry, an answer, or a task.
import type { Question } from '../../domain/question/question.ts';
import type { Acting, Known } from './acting.ts';
import { request } from './acting.ts';
import { answer, choiceIn, openQuestion } from './answer.ts';
import { askForWords } from './ask-for-words.ts';
import { sayOfDraft, stateDraft } from './drafts.ts';
import { get, type Kept, list, type Said } from './kept.ts';
import { onCommand } from './on-command.ts';
import { onRequest } from './on-request.ts';
import { propose } from './propose.ts';
import { textsOf } from './texts.ts';
import { understand } from './understand.ts';

/** `key`: of the update. */
export async function onSaid(acting: Acting, user: Known, said: Said, key: string): Promise<void> {
  const texts = textsOf(user.language);
  const meant = understand(said.text, acting.bot);
  const subject = await subjectOf(acting, said);
  switch (meant.kind) {
    case 'not_for_us':
      return;
    case 'unknown_command':
      return void (await acting.client.send(said.chat, texts.unknownCommand));
    case 'command':
      if (meant.name === 'do') return mayAct(acting, user, said, () => stateDraft(acting, user, said, key, meant.rest));
      return onCommand(acting, user, said, meant, subject);
    default:
      break;
  }
  if (subject !== null && (await onReply(acting, user, said, subject))) return;
  // In a group nothing is for us but what names us.
  if (said.group && !said.text.toLowerCase().includes(`@${acting.bot.toLowerCase()}`)) return;
  if (meant.kind === 'request') return mayAct(acting, user, said, () => onRequest(acting, user, said.chat, meant));
  await mayAct(acting, user, said, async () => {
    if (await onPlainAnswer(acting, user, said)) return;
    await stateDraft(acting, user, said, key, meant.text);
  });
}

async function mayAct(
  { client }: Acting,
  { right, language }: Known,
  { chat }: Said,
  work: () => Promise<void>,
): Promise<void> {
  if (right === 'act') return work();
  await client.send(chat, textsOf(language).lookOnly);
}

const subjectOf = async ({ store }: Acting, { chat, replyTo }: Said): Promise<Kept['subject'] | null> =>
  replyTo === null ? null : store.read((reads) => get(reads, 'subject', `${chat}/${replyTo}`));

/** False: it was about nothing that is known. */
async function onReply(acting: Acting, user: Known, said: Said, subject: Kept['subject']): Promise<boolean> {
  if (user.right !== 'act') {
    await acting.client.send(said.chat, textsOf(user.language).lookOnly);
    return true;
  }
  if ('draft' in subject) return sayOfDraft(acting, user, said, subject.draft);
  if ('task' in subject) {
    const reply = await request(acting, user, 'task.say', { task: subject.task, text: said.text });
    const texts = textsOf(user.language);
    await acting.client.send(said.chat, reply.ok ? texts.said(subject.task) : texts.failed(reply.error, reply.hint));
    return true;
  }
  await answerInWords(acting, user, said, subject);
  return true;
}

type About = Extract<Kept['subject'], { question: string }>;

async function answerInWords(acting: Acting, user: Known, said: Said, { question: id, choice, binding }: About) {
  const { client } = acting;
  const question = await openQuestion(acting, id);
  if (choice !== null || question === null || question.state.kind !== 'open') {
    const given = {
      question: id,
      binding,
      choice: choice ?? said.text.split('\n')[0] ?? '',
      words: choice === null ? null : said.text,
    };
    return void (await client.send(said.chat, (await answer(acting, user, given)).said));
  }
  const meant = choiceIn(question.choices, said.text);
  if (meant === null) return propose(acting, user, said, question, binding);
  if (meant.choice.words === 'required' && meant.words === null)
    return askForWords(acting, user, said.chat, { question: id, binding, choice: meant.choice });
  const outcome = await answer(acting, user, { question: id, binding, choice: meant.choice.id, words: meant.words });
  await client.send(said.chat, outcome.said);
}

/** `ok`, `继续`: where this person has one open question, and nothing else could be meant. */
async function onPlainAnswer(acting: Acting, user: Known, said: Said): Promise<boolean> {
  if (said.group || said.files.length > 0 || said.text.length > 200) return false;
  const shown = await acting.store.read((reads) => list(reads, 'message'));
  const ids = new Set(
    shown
      .filter(({ key, body }) => body.user === user.id && !key.startsWith('note/'))
      .map(({ key }) => key.split('/')[0] ?? ''),
  );
  const open: Question[] = [];
  for (const id of ids) {
    const question = await openQuestion(acting, id);
    if (question?.state.kind === 'open') open.push(question);
  }
  const [only, ...more] = open;
  if (only === undefined || more.length > 0 || choiceIn(only.choices, said.text) === null) return false;
  await answerInWords(acting, user, said, { question: only.id, choice: null, binding: acting.sha256(only.binding) });
  return true;
}
