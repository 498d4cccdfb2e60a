// Open questions, one after another, on a terminal.
import type { QuestionView } from '../../../contract/question.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Refused, refusalText } from '../output/reply.ts';
import { cleanAll } from '../print/clean.ts';
import { findLook } from '../print/look.ts';
import { questionText } from '../print/question.ts';
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

async function askOne(console: Console, ask: Ask, question: QuestionView, prompt: Prompt): Promise<boolean> {
  const look = findLook(console);
  console.stdout.write(`\n${questionText(look, cleanAll(question))}\n`);
  for (;;) {
    const line = await prompt.ask('Your answer (number or word, empty: later)> ');
    if (line === null || line.trim() === '') return false;
    const said = await withWords(question, line.trim(), prompt);
    if (said === null) return false;
    const given = { question: question.id, binding: question.binding, ...said };
    const reply = await giveAnswer(console, ask, given, { secret: false, confirm: (text) => prompt.ask(text) });
    if (reply.ok) return true;
    console.stderr.write(`${refusalText({ ...reply, hint: hintHere(question, reply) }, look)}\n`);
    if (reply.error_code === 'QUESTION_ANSWERED' || reply.error_code === 'QUESTION_STALE') return true;
    if (reply.error_code === 'PIN_REQUIRED') {
      const pin = await prompt.ask('PIN> ');
      if (pin === null || pin.trim() === '') return false;
      const again = await ask('question.answer', { ...given, pin: pin.trim() }, { startsWork: true });
      if (again.ok) return true;
      console.stderr.write(`${refusalText(again, look)}\n`);
      continue;
    }
    if (reply.error_code !== 'USAGE' && reply.error_code !== 'UNKNOWN_WORD') return false;
  }
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
