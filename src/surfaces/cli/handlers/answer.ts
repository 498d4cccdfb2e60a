// `answer`: inline with a choice, else a walk through the open questions.

import type { QuestionView } from '../../../contract/question.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { giveAnswer, type Help, readChoice } from './give-answer.ts';

export async function runAnswer(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const { question, choice } = values;
  const listed = await ask('question.list', {});
  if (!listed.ok) return tellReply(console, 'question.list', listed, manner);
  const open = listed.data.questions;
  if (question === undefined) return walk(console, ask, open, manner);
  const one = open.find(({ id }) => id === question);
  if (choice !== undefined) return inline(console, ask, values, one, manner);
  if (one !== undefined) return walk(console, ask, [one], manner);
  const message = `${question} is not an open question.`;
  return tellFailure(
    console,
    { error_code: 'QUESTION_NOT_FOUND', message, details: { open: open.map(({ id }) => id) } },
    manner.output,
  );
}

/** The daemon knows of questions that are not open any more, and says so. */
async function inline(
  console: Console,
  ask: Ask,
  values: Values,
  one: QuestionView | undefined,
  manner: Manner,
): Promise<number> {
  const { question, choice, words, binding } = values;
  const said = one === undefined ? String(choice) : readChoice(one, String(choice)).choice;
  const input = {
    question: String(question),
    choice: said,
    ...(words === undefined ? {} : { words: String(words) }),
    ...(binding === undefined ? {} : { binding: String(binding) }),
  };
  if (values.propose === true) return propose(console, ask, values, manner);
  return tellReply(
    console,
    'question.answer',
    await giveAnswer(console, ask, input, helpOf(console, values, manner)),
    manner,
  );
}

/** What the words are taken for, and how to say so; nothing is answered. */
async function propose(console: Console, ask: Ask, values: Values, manner: Manner): Promise<number> {
  const text = [values.choice, values.words].filter((part) => part !== undefined).join(' ');
  return tellReply(
    console,
    'question.propose',
    await ask('question.propose', { question: values.question, text }),
    manner,
  );
}

/** Nobody confirms anything but at a terminal. */
function helpOf(console: Console, values: Values, { output }: Manner): Help {
  const secret = values.pin === true || console.stdin.isTTY === true;
  if (output !== 'text' || !isInteractive(console)) return { secret };
  const confirm = async (text: string) => {
    const { createPrompt } = await import('../terminal/prompt.ts');
    const prompt = await createPrompt(console, new AbortController().signal);
    const line = await prompt.ask(text);
    prompt.close();
    return line;
  };
  return { secret, confirm };
}

/** 6 while something is still open. */
async function walk(console: Console, ask: Ask, open: readonly QuestionView[], manner: Manner): Promise<number> {
  const left = open.length === 0 ? 0 : 6;
  if (left === 0 || manner.output !== 'text' || !isInteractive(console)) {
    await tellReply(console, 'question.list', { ok: true, data: { questions: open } }, manner);
    return left;
  }
  const { askQuestions } = await import('./ask-questions.ts');
  const leaving = new AbortController();
  const withdraw = console.onInterrupt(() => leaving.abort());
  const answers = await askQuestions(console, ask, open, leaving.signal);
  withdraw();
  if (leaving.signal.aborted) {
    console.stderr.write(`\n${answers} answered, ${open.length - answers} left open: drover answer\n`);
    return 130;
  }
  console.stdout.write(`\n${answers} answered, ${open.length - answers} left open.\n`);
  return answers === open.length ? 0 : left;
}
