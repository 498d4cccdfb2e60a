// A person's answer: understood, checked against what was shown, recorded once. The first one wins.
import type { QuestionAnswered } from '../../contract/question.ts';
import type { Input } from '../../contract/read-input.ts';
import { failed } from '../../domain/error.ts';
import { checkPlan } from '../../domain/plan/check-plan.ts';
import type { Question } from '../../domain/question/question.ts';
import { needsStepUp } from '../../domain/question/step-up.ts';
import { choiceMeant, type Meant } from '../../domain/question/words-of-answers.ts';
import { nearest } from '../../domain/text/nearest.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { checkPin } from '../shared/pin.ts';
import { commit, nameOf, unwrap } from '../shared/request.ts';
import { findQuestion } from './find.ts';
import { bindingOf, nameOfAsker, viewQuestions } from './list.ts';
import { restateTask } from './restate-task.ts';

export const answerQuestion: Command<'question.answer'> = async (ports, input, peer) => {
  await stepUp(ports, input, peer);
  const restate = await restateTask(ports, input, peer);
  return commit(ports, async (tx) => {
    const question = await findQuestion(tx, input.question);
    await refuseIfOver(tx, question, ports.sha256);
    const { binding } = input;
    if (binding !== undefined && binding !== question.binding && binding !== bindingOf(question, ports.sha256))
      throw failed('QUESTION_STALE', `What ${question.id} shows is not what you saw.`, {
        question: question.id,
        questions: await viewQuestions(tx, [question], ports.sha256),
      });
    const meant = understood(question, input.choice, input.words ?? null);
    // Under this word stand a person's own criteria.
    if (meant.choice.id === 'plan') unwrap(checkPlan(meant.words ?? ''));
    if (restate === null) return record(ports, tx, question, meant, peer);
    const { id } = await restate(tx);
    return { ...(await record(ports, tx, question, { ...meant, words: id }, peer)), restated: id };
  });
};

/** Where the person's policy wants more than a person: before anything is recorded. */
async function stepUp(
  ports: CommandPorts,
  { question: given, choice, pin }: Input<'question.answer'>,
  peer: Peer,
): Promise<void> {
  const { stepUp: wanted = 'off' } = unwrap(await ports.config.read());
  if (wanted === 'off') return;
  const { question, by } = await ports.store.read(async (reads) => {
    const found = await findQuestion(reads, given);
    const asker = await reads.thing(found.task);
    return { question: found, by: (asker?.spec as { readonly by?: string } | undefined)?.by };
  });
  const meant = choiceMeant(question, choice);
  if (question.state.kind !== 'open' || meant === null || meant.unsure || !needsStepUp(question.kind, meant.choice.id))
    return;
  if (wanted === 'pin') return checkPin(ports, pin);
  if (by === nameOf(peer))
    throw failed('UNAUTHORIZED', `Another person than who stated ${question.task} has to answer this.`, {
      question: question.id,
      hint: 'So it is configured: `step_up: another`.',
    });
}

function understood(question: Question, given: string, words: string | null): Meant {
  const meant = choiceMeant(question, given);
  const known = question.choices.map(({ id, label }, index) => `${index + 1} ${id} (${label})`).join(', ');
  if (meant === null)
    throw failed('USAGE', `"${given}" is none of the choices of ${question.id}: ${known}.`, {
      choices: question.choices.map(({ id }) => id),
      hint: hintOf(question, given),
    });
  if (meant.unsure)
    throw failed('USAGE', `"${given}" alone answers nothing here: it would be "${meant.choice.label}".`, {
      choices: question.choices.map(({ id }) => id),
      hint: `Say so by name, like this: \`drover answer ${question.id} ${meant.choice.id}\`.`,
    });
  const said = words ?? meant.words;
  if (meant.choice.words === 'required' && said === null)
    throw failed('USAGE', `"${meant.choice.id}" needs words of yours.`, {
      hint: `Like this: \`drover answer ${question.id} ${meant.choice.id} "what you want to say"\`.`,
    });
  if (meant.choice.words === 'none' && words !== null)
    throw failed('USAGE', `"${meant.choice.id}" takes no words; nothing was answered.`);
  return { choice: meant.choice, words: said };
}

function hintOf({ id, choices }: Question, given: string): string {
  const near = nearest(
    given,
    choices.flatMap((choice) => [choice.id, choice.label]),
  );
  const first = choices[0]?.id ?? '';
  return near === null
    ? `Say its number or its word, like this: \`drover answer ${id} ${first}\`.`
    : `Did you mean \`${near}\`?`;
}

async function record(
  { clock, queue, sha256 }: CommandPorts,
  tx: Transaction,
  question: Question,
  { choice, words }: Meant,
  peer: Peer,
): Promise<QuestionAnswered> {
  const at = clock.now();
  const by = nameOf(peer);
  const given = { choice: choice.id, words, by, channel: peer.channel, at };
  const outcome = await tx.answer(question.id, { ...given, pid: peer.pid, saw: bindingOf(question, sha256) });
  if (outcome.kind === 'unknown') throw failed('QUESTION_NOT_FOUND', `There is no question ${question.id}.`);
  if (outcome.kind === 'already') await refuseIfOver(tx, outcome.question, sha256);
  const { id, kind, thing, task } = question;
  await tx.say(thing, task, at, [{ kind: 'question_answered', data: { question: id, kind, choice: choice.id, by } }]);
  const asker = await tx.thing(thing);
  if (asker !== null) await queue.add(tx, [{ thing, at, host: asker.host }]);
  return { question: id, task, about: await nameOfAsker(tx, task), choice: choice.id, label: choice.label };
}

// A question that is not open any more: who answered it and when, or what is asked instead.

/** Throws `QUESTION_ANSWERED`, or `QUESTION_STALE` with the open questions of the same task. */
export async function refuseIfOver(
  reads: Reads,
  { id, state, task }: Question,
  sha256: (text: string) => string,
): Promise<void> {
  if (state.kind === 'open') return;
  if (state.kind === 'answered') {
    const { by, at, choice, channel } = state.answer;
    const when = new Date(at).toISOString();
    const details = { question: id, by, at, choice, channel };
    throw failed('QUESTION_ANSWERED', `${id} was answered "${choice}" by ${by} at ${when}.`, details);
  }
  const open = await reads.questions({ task, open: true });
  const [next] = open;
  throw failed(
    'QUESTION_STALE',
    `${id} was closed: ${state.why}.${next === undefined ? '' : ` Asked now: ${next.id}.`}`,
    {
      question: id,
      open: open.map((question) => question.id),
      questions: await viewQuestions(reads, open, sha256),
    },
  );
}
