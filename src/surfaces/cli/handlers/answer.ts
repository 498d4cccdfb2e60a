// `answer`: inline with a choice, else a walk through the open questions.

import type { Reply } from '../../../contract/protocol.ts';
import type { ChoiceView, QuestionAnswered, QuestionProposed, QuestionView } from '../../../contract/question.ts';
import type { Ask } from '../daemon/ask.ts';
import { type Manner, tellFailure, tellReply } from '../output/reply.ts';
import type { Values } from '../parse/parse.ts';
import { clean } from '../print/clean.ts';
import { type Console, isInteractive } from '../terminal/console.ts';
import { waiting } from '../terminal/live-view.ts';
import { askSecret } from '../terminal/prompt.ts';

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

// One answer to one question, with what the daemon may want for it: a PIN, or a yes to what an agent took the words for.

type Given = {
  readonly question: string;
  readonly choice: string;
  readonly words?: string;
  readonly binding?: string;
};
/** `secret`: a PIN may be read. `confirm`: asks for a yes; absent: nobody is there to give one. */
type Help = {
  readonly secret: boolean;
  readonly confirm?: (text: string) => Promise<string | null>;
};

export async function giveAnswer(
  console: Console,
  ask: Ask,
  given: Given,
  help: Help,
): Promise<Reply<QuestionAnswered>> {
  const reply = await ask('question.answer', { ...given }, { startsWork: true });
  if (reply.ok) return reply;
  if (reply.error_code === 'PIN_REQUIRED' && help.secret) return withPin(console, ask, given, reply);
  if (reply.error_code !== 'USAGE' || help.confirm === undefined || !isSentence(given.choice)) return reply;
  const text = [given.choice, given.words ?? ''].join(' ').trim();
  const proposed = await waiting(
    console,
    'Asking an agent what was meant',
    ask('question.propose', { question: given.question, text }, { startsWork: true }),
  );
  if (!proposed.ok || proposed.data.proposal === null) return reply;
  const { choice, words } = proposed.data.proposal;
  const said = await help.confirm(`${proposalText(proposed.data)} [y] `);
  if (said === null || !/^(y|yes|是|好|对)$/i.test(said.trim())) return reply;
  const { question, binding } = proposed.data;
  return giveAnswer(
    console,
    ask,
    { question, choice, binding, ...(words === null ? {} : { words }) },
    { secret: help.secret },
  );
}

async function withPin(console: Console, ask: Ask, given: Given, refused: Reply<QuestionAnswered>) {
  const pin = await askSecret(console, 'PIN: ');
  return pin === null ? refused : ask('question.answer', { ...given, pin }, { startsWork: true });
}

/** A slip of the finger is no reason to pay an agent. */
const isSentence = (text: string): boolean =>
  /\p{L}\s+\p{L}/u.test(text) || /\p{Script=Han}.*\p{Script=Han}.*\p{Script=Han}.*\p{Script=Han}/u.test(text);

const proposalText = ({ agent, proposal }: QuestionProposed): string =>
  proposal === null
    ? 'That was not understood.'
    : clean(
        `${agent === null ? 'This is' : `${agent} takes it for`}: ${proposal.label}${proposal.words === null ? '' : ` "${proposal.words}"`}. Is that what you mean?`,
      );

// A line of a person's as a choice of this question: its number, its id, or either with words after it; anything else goes to the daemon as it is.

type Said = { readonly choice: string; readonly words: string; readonly needs: ChoiceView['words'] };

export function readChoice({ choices }: Pick<QuestionView, 'choices'>, line: string): Said {
  const [first = '', ...rest] = line.split(/\s+/);
  const whole = choices.find(({ id, label }) => same(id, line) || same(label, line));
  if (whole !== undefined) return { choice: whole.id, words: '', needs: whole.words };
  const numbered = /^\d+$/.test(first) ? choices[Number(first) - 1] : undefined;
  const chosen = numbered ?? choices.find(({ id }) => same(id, first));
  const words = rest.join(' ');
  if (chosen === undefined || (words !== '' && chosen.words === 'none'))
    return { choice: line, words: '', needs: 'none' };
  return { choice: chosen.id, words, needs: chosen.words };
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
