// What a person must have seen is shown before a copy is made, and before anything of it runs.
import type { Applied } from '../../decision.ts';
import { nextTrust, takeTrust, withoutAgreed } from '../../parts/trust.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { advance, go, placeOf, type TaskDecision, type TaskView } from '../moves.ts';
import type { Done, Given, StepKind } from '../step-row.ts';
import type { TaskState, TaskStep } from '../task.ts';

/** Null: nothing is left to be seen. */
export function trustFirst({ thing }: TaskView): TaskDecision | null {
  const { state, spec } = thing;
  if (state.known.place.toTrust === undefined) return null;
  const { checkout } = placeOf(state).hub;
  const next = nextTrust(state.known.place.toTrust, { checkout, workspace: spec.settings.workspace.name });
  if (next === null) return null;
  if (next.kind === 'remember') return { kind: 'perform', effect: { name: 'remember-trust', input: next.input } };
  const { kind: _, choices, ...question } = next;
  const all = [...choices, choice('cancel', 'cancel the task')];
  return ask(state, spec, { ...question, kind: 'permission', choices: all, auto: null }, state.at);
}

/** What was agreed to is on record. */
export const remembered = ({
  state,
  input,
}: Pick<Done<StepKind, 'remember-trust'>, 'state' | 'input'>): Applied<TaskState> =>
  go(state, state.at, [{ kind: 'trusted', data: { what: input.grants } }], {
    place: { toTrust: withoutAgreed(state.known.place.toTrust) },
  });

/** Where the answers to it lead. */
export const trustAnswers = { trust: trusted, take: trusted, leave: trusted };

export function trusted({ thing: { state } }: TaskView, back: TaskStep, given: Given): TaskDecision {
  const { toTrust, copyFiles } = state.known.place;
  if (toTrust === undefined) return advance(state, back);
  const { said, ...seen } = takeTrust({ toTrust, copyFiles }, given);
  return advance(state, back, said, { place: seen });
}
