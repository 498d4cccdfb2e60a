// Where an answer of a person leads: the step that asked says so, but for what leads the same way from any.
import { answerOf, retried } from './ask.ts';
import { endUndone } from './judge-outcome.ts';
import { enterHand } from './manual/take-over.ts';
import { advance, go, type Step, type TaskDecision, type TaskView, wait } from './moves.ts';
import { mend } from './phases/renew.ts';
import type { Answered, StepKind, StepRow } from './step-row.ts';

const anywhere: Readonly<Record<string, Answered<StepKind>>> = {
  cancel: ({ thing }, back, { by }) => advance(thing.state, endUndone(`cancelled by ${by}`, thing, 'cancelled', back)),
  abandon: ({ thing }, back, { by }) => advance(thing.state, endUndone(`given up by ${by}`, thing, 'failed', back)),
  retry: ({ thing: { state } }, back) => advance(state, back),
  code: (view, back, { by }) => enterHand(view, back, by),
  mend,
};

/** `row`: of the step that asked. */
export function answered(view: TaskView, at: Step<'asking'>, { answers }: StepRow<StepKind>): TaskDecision {
  const { state } = view.thing;
  const retry = retried(view);
  if (retry !== undefined) {
    const next = { ...state, heard: retry.seq };
    return {
      kind: 'advance',
      ...go(next, at.back, [{ kind: 'retried' }]),
      closeQuestions: 'the phase was started again',
    };
  }
  const answer = answerOf(view.questions, at);
  if (answer === null) return wait(`an answer to ${at.question}`);
  const { choice } = answer;
  const stem = choice.slice(0, choice.indexOf('_') + 1);
  const follow = answers?.[choice] ?? answers?.[stem] ?? anywhere[choice];
  if (follow === undefined) throw new Error(`no way leads on from the choice ${choice}`);
  return follow(view, at.back, { ...answer, rest: choice.slice(stem.length), asking: at });
}
