// One answer to one question, with what the daemon may want for it: a PIN, or a yes to what an agent took the words for.
import type { Reply } from '../../contract/protocol.ts';
import type { QuestionAnswered, QuestionProposed } from '../../contract/question.ts';
import type { Ask } from './ask-daemon.ts';
import { askSecret } from './ask-secret.ts';
import type { Console } from './console.ts';
import { clean } from './print/clean.ts';
import { waiting } from './waiting.ts';

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

export const proposalText = ({ agent, proposal }: QuestionProposed): string =>
  proposal === null
    ? 'That was not understood.'
    : clean(
        `${agent === null ? 'This is' : `${agent} takes it for`}: ${proposal.label}${proposal.words === null ? '' : ` "${proposal.words}"`}. Is that what you mean?`,
      );
