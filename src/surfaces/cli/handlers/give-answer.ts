// One answer to one question, with what the daemon may want for it: a PIN, or a yes to what an agent took the words for.
import type { Reply } from '../../../contract/protocol.ts';
import type { ChoiceView, QuestionAnswered, QuestionProposed, QuestionView } from '../../../contract/question.ts';
import type { Ask } from '../daemon/ask.ts';
import { clean } from '../print/clean.ts';
import type { Console } from '../terminal/console.ts';
import { waiting } from '../terminal/live-view.ts';
import { askSecret } from '../terminal/prompt.ts';

type Given = {
  readonly question: string;
  readonly choice: string;
  readonly words?: string;
  readonly binding?: string;
};
/** `secret`: a PIN may be read. `confirm`: asks for a yes; absent: nobody is there to give one. */
export type Help = {
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
