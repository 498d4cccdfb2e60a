// Open questions, one after another, on a terminal.
import type { QuestionView } from '../../../contract/question.ts';
import type { TaskDiff } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { findProseLook, type Refused, tellRefusal } from '../output/reply.ts';
import { wrap } from '../print/cells.ts';
import { cleanAll } from '../print/clean.ts';
import { diff, diffInShort } from '../print/diff.ts';
import { findLook, isScreen } from '../print/look.ts';
import { choiceLines, overText, questionBody } from '../print/question.ts';
import type { Console } from '../terminal/console.ts';
import type { Prompt } from '../terminal/line-prompt.ts';
import { page } from '../terminal/page.ts';
import { createPrompt } from '../terminal/prompt.ts';
import { giveAnswer, readChoice } from './give-answer.ts';

type Here = { readonly console: Console; readonly ask: Ask; readonly prompt: Prompt };

/** How many were answered; an empty line leaves a question for later. */
export async function askQuestions(
  console: Console,
  ask: Ask,
  questions: readonly QuestionView[],
  signal: AbortSignal,
): Promise<number> {
  const prompt = await createPrompt(console, signal);
  const here = { console, ask, prompt };
  let answers = 0;
  try {
    for (const question of questions) {
      if (signal.aborted || prompt.ended()) break;
      if (await askOne(here, question)) answers += 1;
    }
  } finally {
    prompt.close();
  }
  return answers;
}

/** What it is about, and what may be typed to see all of it. */
type Told = { readonly change: TaskDiff | null; readonly long: string | null };

/** True: it was answered, by them or by somebody else. */
async function askOne(here: Here, asked: QuestionView): Promise<boolean> {
  const { console, prompt } = here;
  const change = asked.kind === 'submit' ? await changeOf(here, asked) : null;
  if (change !== null) say(console, `\n${diffInShort(findLook(console), change)}`);
  let question = asked;
  let shown = asked;
  let told: Told = { change, long: await tell(console, question) };
  for (;;) {
    const { line, news } = await lineOrNews(here, question, shown);
    if (news?.state === 'open') {
      question = news;
      const isOther = movedLines(shown, question) === null;
      if (isOther) shown = question;
      told = { change, long: isOther ? await tell(console, question) : told.long && (await bodyOf(console, question)) };
      continue;
    }
    if (news !== null) {
      prompt.drop();
      say(console, `\n${overText(cleanAll(news))}`);
      return true;
    }
    const typed = line?.trim() ?? '';
    if (typed === '') return false;
    if (await showMore(here, told, typed.toLowerCase())) continue;
    const came = await answerWith(here, question, typed);
    if (came !== 'again') return came === 'answered';
  }
}

const mostMoved = 2;

/** Where a line or two alone are others, as those that say how far something is, these; null: it is to be read anew. */
function movedLines(shown: QuestionView, now: QuestionView): readonly string[] | null {
  const before = cleanAll(shown).text.split('\n');
  const lines = cleanAll(now).text.split('\n');
  const moved = lines.filter((line, at) => line !== before[at]);
  return lines.length === before.length && moved.length <= mostMoved ? moved : null;
}

const say = (console: Console, text: string): void =>
  void console.stdout.write(`${wrap(text, findLook(console).width)}\n`);

/** Lines that the choices and what is typed need below a question. */
const below = 8;

const bodyOf = async (console: Console, question: QuestionView): Promise<string> => {
  const look = await findProseLook(console);
  return wrap(questionBody(look, cleanAll(question)), look.width);
};

/** All of it where only the beginning was shown; null: nothing is missing. */
async function tell(console: Console, question: QuestionView): Promise<string | null> {
  const text = await bodyOf(console, question);
  const lines = text.split('\n');
  const room = isScreen(console)
    ? Math.max(5, (console.stdout.rows ?? 24) - question.choices.length - below)
    : lines.length;
  if (lines.length <= room + 2) {
    console.stdout.write(`\n${text}\n`);
    return null;
  }
  const rest = lines.length - room;
  console.stdout.write(`\n${lines.slice(0, room).join('\n')}\n  … and ${rest} more lines: type \`more\`\n`);
  return text;
}

/** In the pager where it is long. False: that was not asked for. */
async function showMore({ console, prompt }: Here, { change, long }: Told, word: string): Promise<boolean> {
  const text = word === 'diff' && change !== null ? diff(change, findLook(console)) : word === 'more' ? long : null;
  if (text === null) return false;
  const fits = text.split('\n').length < (console.stdout.rows ?? 24);
  if (fits || !isScreen(console)) console.stdout.write(`\n${text}\n`);
  else await prompt.away(() => page(console, text));
  return true;
}

/** `again`: that was no answer, and another line may be one. */
async function answerWith(here: Here, question: QuestionView, line: string): Promise<'answered' | 'later' | 'again'> {
  const { console, ask, prompt } = here;
  const said = await withWords(question, line, prompt);
  if (said === null) return 'later';
  const given = { question: question.id, binding: question.binding, ...said };
  const reply = await giveAnswer(console, ask, given, { secret: false, confirm: (text) => prompt.ask(text) });
  if (reply.ok) return 'answered';
  await tellRefusal(console, { ...reply, hint: hintHere(question, reply) }, 'text');
  if (reply.error_code === 'QUESTION_ANSWERED' || reply.error_code === 'QUESTION_STALE') return 'answered';
  const isSet = (reply.details as { readonly set?: boolean } | undefined)?.set !== false;
  if (reply.error_code === 'PIN_REQUIRED' && isSet) {
    const pin = await prompt.ask('PIN> ', { secret: true });
    if (pin === null || pin.trim() === '') return 'later';
    const again = await ask('question.answer', { ...given, pin: pin.trim() }, { startsWork: true });
    if (again.ok) return 'answered';
    await tellRefusal(console, again, 'text');
    return 'again';
  }
  return reply.error_code === 'USAGE' || reply.error_code === 'UNKNOWN_WORD' ? 'again' : 'later';
}

const changeOf = async ({ console, ask }: Here, { task }: QuestionView): Promise<TaskDiff | null> => {
  const reply = await ask('task.diff', { task, cwd: console.cwd });
  return reply.ok ? cleanAll(reply.data) : null;
};

/** What the person types, or what became of the question before they had. */
async function lineOrNews(
  { console, ask, prompt }: Here,
  question: QuestionView,
  told: QuestionView,
): Promise<{ readonly line: string | null; readonly news: QuestionView | null }> {
  const typed = new AbortController();
  const withdrawn = new AbortController();
  let news: QuestionView | null = null;
  // Where nothing is drawn again, nobody is interrupted for how far something is.
  const isPassing = (now: QuestionView) =>
    !isScreen(console) && now.binding === question.binding && movedLines(told, now) !== null;
  const hear = (now: QuestionView) => {
    if (typed.signal.aborted || (now.state === 'open' && (now.text === question.text || isPassing(now)))) return;
    news = now;
    withdrawn.abort();
  };
  const onEvent = (event: unknown) => hear(event as QuestionView);
  const watching = ask('question.watch', { question: question.id }, { signal: typed.signal, onEvent });
  void watching.then((reply) => reply.ok && hear(reply.data.question));
  const shown = cleanAll(question);
  const line = await prompt.ask(isScreen(console) ? 'Your answer> ' : 'Your answer (number or word, empty: later)> ', {
    hint: '↑ ↓, a number or a word; empty: later',
    withdrawn: withdrawn.signal,
    news: movedLines(told, question) ?? [],
    choices: (look) =>
      choiceLines(look, shown).map((text, at) => ({ word: question.choices[at]?.id ?? '', shown: text })),
  });
  typed.abort();
  return { line, news };
}

/** At a prompt there is no command to type: what helps is another line. */
function hintHere({ choices }: QuestionView, { error_code, hint }: Refused): string {
  if (error_code === 'USAGE' || error_code === 'UNKNOWN_WORD') {
    const meant = hint.startsWith('Did you mean') ? `${hint} ` : '';
    return `${meant}Type a number from 1 to ${choices.length} or a word of the list; an empty line leaves it for later.`;
  }
  return error_code === 'PIN_REQUIRED' ? '' : hint;
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
