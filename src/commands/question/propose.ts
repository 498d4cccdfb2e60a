// What a person may have meant by words that the table of answers does not know: an agent proposes, the person confirms with an answer of their own.

import type { QuestionProposed } from '../../contract/question.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { Failed } from '../../domain/error.ts';
import { proposalPrompt, readProposal } from '../../domain/question/proposal.ts';
import type { Question } from '../../domain/question/question.ts';
import { choiceMeant } from '../../domain/question/words-of-answers.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { createRun } from '../run/create.ts';
import { cancelRun } from '../run/run.ts';
import { watchWhile } from '../shared/watch.ts';
import { refuseIfOver } from './answer.ts';
import { findQuestion } from './find.ts';
import { bindingOf } from './list.ts';

const patienceMs = 60_000;

export const proposeAnswer: Command<'question.propose'> = async (ports, { question: given, text }, peer, signal) => {
  const question = await ports.store.read(async (reads) => {
    const found = await findQuestion(reads, given);
    await refuseIfOver(reads, found, ports.sha256);
    return found;
  });
  const known = choiceMeant(question, text);
  const asked = known === null ? await ask(ports, question, text, peer, signal) : { meant: known, agent: null };
  return told(ports, question, asked);
};

type AskedAdviser = { readonly meant: ReturnType<typeof readProposal>; readonly agent: string | null };

/** A proposal is bound to what the question shows now; an answer to another one is refused. */
const told = ({ sha256 }: CommandPorts, question: Question, { meant, agent }: AskedAdviser): QuestionProposed => ({
  question: question.id,
  binding: bindingOf(question, sha256),
  agent,
  proposal: meant === null ? null : { choice: meant.choice.id, label: meant.choice.label, words: meant.words },
  choices: question.choices,
});

/** Without an agent, or one that makes no sense, nothing is proposed. */
async function ask(
  ports: CommandPorts,
  question: Question,
  text: string,
  peer: Peer,
  signal: AbortSignal,
): Promise<AskedAdviser> {
  const agent = await adviserOf(ports, question);
  // A question about money is none to spend it on.
  if (agent === null || question.kind === 'budget') return { meant: null, agent: null };
  const cwd = await ports.files.makeFolder('advice');
  try {
    const input = { prompt: proposalPrompt(question, text), agent, cwd, mode: 'analysis', transport: 'auto' } as const;
    const { run } = await createRun(
      ports,
      { ...input, add_dirs: [], resume: [], fork: false, uncommitted: false, timeout: patienceMs },
      peer,
      signal,
    );
    const answer = await answerOf(ports, run, signal);
    if (answer === null) await cancelRun(ports, { run }, peer, signal).catch(() => undefined);
    return { meant: answer === null ? null : readProposal(question, answer), agent };
  } catch (error) {
    if (error instanceof Failed) return { meant: null, agent };
    throw error;
  }
}

/** Who advises on the task; of others the first that is installed. */
async function adviserOf({ store, agents, person }: CommandPorts, { task }: Question): Promise<string | null> {
  const thing = await store.read((reads) => reads.thing(task));
  const listed = (thing?.kind === 'task' ? thing.spec.settings.agents.advise : null) ?? agents.names();
  for (const name of listed) if ((await agents.get(name)?.find(person.env()))?.found === true) return name;
  return null;
}

const answerOf = async (ports: CommandPorts, run: string, signal: AbortSignal): Promise<string | null> => {
  const ended = await watchWhile(ports, signal, patienceMs, async () => {
    const thing = ifKind(await ports.store.read((reads) => reads.thing(run as Run['id'])), 'run');
    return thing?.ended === true ? thing : null;
  });
  if (ended?.state.kind !== 'ended' || ended.state.result.kind !== 'turn') return null;
  const { outcome } = ended.state.result.turn;
  return outcome.kind === 'answered' ? outcome.text : null;
};
