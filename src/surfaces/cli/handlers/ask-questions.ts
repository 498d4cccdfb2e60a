// Open questions, one after another, on a terminal.
import type { QuestionView } from '../../../contract/question.ts';
import type { TaskDiff } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Refused, refusalText } from '../output/reply.ts';
import { cleanAll } from '../print/clean.ts';
import { diffInShort } from '../print/diff-in-short.ts';
import { findLook } from '../print/look.ts';
import { overText, questionText } from '../print/question.ts';
import { diff } from '../print/task.ts';
import type { Console } from '../terminal/console.ts';
import { createPrompt, type Prompt } from '../terminal/prompt.ts';
import { giveAnswer, readChoice } from './give-answer.ts';

/** How many were answered; an empty line leaves a question for later. */
export async function askQuestions(
  console: Console,
  ask: Ask,
  questions: readonly QuestionView[],
  signal: AbortSignal,
): Promise<number> {
  const prompt = await createPrompt(console, signal);
  let answers = 0;
  try {
    for (const question of questions) {
      if (signal.aborted || prompt.ended()) break;
      if (await askOne(console, ask, question, prompt)) answers += 1;
    }
  } finally {
    prompt.close();
  }
  return answers;
}

/** True: it was answered, by them or by somebody else. */
async function askOne(console: Console, ask: Ask, asked: QuestionView, prompt: Prompt): Promise<boolean> {
  const look = findLook(console);
  const change = asked.kind === 'submit' ? await changeOf(console, ask, asked) : null;
  if (change !== null)
    console.stdout.write(`
${diffInShort(look, change)}
`);
  let question = asked;
  console.stdout.write(`
${questionText(look, cleanAll(question))}
`);
  for (;;) {
    const { line, news } = await lineOrNews(ask, question, prompt);
    if (news?.state === 'open') {
      question = news;
      console.stdout.write(`

${questionText(look, cleanAll(question))}
`);
      continue;
    }
    if (news !== null) {
      prompt.drop();
      console.stdout.write(`
${overText(cleanAll(news))}
`);
      return true;
    }
    const typed = line?.trim() ?? '';
    if (typed === '') return false;
    if (change !== null && typed.toLowerCase() === 'diff') {
      console.stdout.write(`
${diff(change, look)}
`);
      continue;
    }
    const came = await answerWith(console, ask, question, typed, prompt);
    if (came !== 'again') return came === 'answered';
  }
}

/** `again`: that was no answer, and another line may be one. */
async function answerWith(
  console: Console,
  ask: Ask,
  question: QuestionView,
  line: string,
  prompt: Prompt,
): Promise<'answered' | 'later' | 'again'> {
  const look = findLook(console);
  const said = await withWords(question, line, prompt);
  if (said === null) return 'later';
  const given = { question: question.id, binding: question.binding, ...said };
  const reply = await giveAnswer(console, ask, given, { secret: false, confirm: (text) => prompt.ask(text) });
  if (reply.ok) return 'answered';
  console.stderr.write(`${refusalText({ ...reply, hint: hintHere(question, reply) }, look)}
`);
  if (reply.error_code === 'QUESTION_ANSWERED' || reply.error_code === 'QUESTION_STALE') return 'answered';
  if (reply.error_code === 'PIN_REQUIRED') {
    const pin = await prompt.ask('PIN> ');
    if (pin === null || pin.trim() === '') return 'later';
    const again = await ask('question.answer', { ...given, pin: pin.trim() }, { startsWork: true });
    if (again.ok) return 'answered';
    console.stderr.write(`${refusalText(again, look)}
`);
    return 'again';
  }
  return reply.error_code === 'USAGE' || reply.error_code === 'UNKNOWN_WORD' ? 'again' : 'later';
}

const changeOf = async ({ cwd }: Console, ask: Ask, { task }: QuestionView): Promise<TaskDiff | null> => {
  const reply = await ask('task.diff', { task, cwd });
  return reply.ok ? cleanAll(reply.data) : null;
};

/** What the person types, or what became of the question before they had. */
async function lineOrNews(
  ask: Ask,
  question: QuestionView,
  prompt: Prompt,
): Promise<{ readonly line: string | null; readonly news: QuestionView | null }> {
  const typed = new AbortController();
  const told = new AbortController();
  let news: QuestionView | null = null;
  const hear = (now: QuestionView) => {
    if (typed.signal.aborted || (now.state === 'open' && now.text === question.text)) return;
    news = now;
    told.abort();
  };
  const onEvent = (event: unknown) => hear(event as QuestionView);
  const watching = ask('question.watch', { question: question.id }, { signal: typed.signal, onEvent });
  void watching.then((reply) => reply.ok && hear(reply.data.question));
  const line = await prompt.ask('Your answer (number or word, empty: later)> ', told.signal);
  typed.abort();
  return { line, news };
}

/** At a prompt there is no command to type: what helps is another line. */
function hintHere({ choices }: QuestionView, { error_code, hint }: Refused): string {
  if (error_code === 'USAGE' || error_code === 'UNKNOWN_WORD') {
    const meant = hint.startsWith('Did you mean') ? `${hint} ` : '';
    return `${meant}Type a number from 1 to ${choices.length} or a word of the list; an empty line leaves it for later.`;
  }
  return hint;
}

/** Asks for the words that a choice needs. */
async function withWords(
  question: QuestionView,
  line: string,
  prompt: Prompt,
): Promise<{ choice: string; words?: string } | null> {
  const said = readChoice(question, line);
  if (said.needs !== 'required' || said.words !== '')
    return said.words === '' ? { choice: said.choice } : { choice: said.choice, words: said.words };
  const words = await prompt.ask('In your words> ');
  return words === null || words.trim() === '' ? null : { choice: said.choice, words };
}
