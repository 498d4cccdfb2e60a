// A question that is not open any more: who answered it and when, or what is asked instead.
import { failed } from '../domain/error.ts';
import type { Question } from '../domain/question/question.ts';
import type { Reads } from '../ports/store.ts';
import { viewQuestions } from './view-questions.ts';

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
