// A proven tree is submitted where a person, or their policy, says yes to it.

import { unverifiedIn } from '../../judge-outcome.ts';
import { advance, learning, placeOf, type Step, type TaskDecision, type TaskView } from '../../moves.ts';
import { afterSubmit } from '../../next-phase.ts';
import { atWork, type Given, type StepRows } from '../../step-row.ts';
import { fix } from '../develop.ts';
import { afterEarlyYes, treeToPart } from '../hunks.ts';
import { isUnchanged } from '../pull-request/follow-up.ts';
import { endHere, leavesBranch } from './leave-branch.ts';
import { agreedByLine, agreedNow, asksOfParts, askToSubmit } from './question.ts';

function submit(view: TaskView, at: Step<'submitting'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const tree = treeToPart(thing);
  const first = tree === null ? null : ({ kind: 'cutting_hunks', tree, to: { kind: 'submitting' } } as const);
  if (spec.until === 'test' || placeOf(state).base.from === 'local') {
    if (first !== null) return advance(state, first);
    if (spec.until === 'test') return advance(state, endHere(thing, 'stopped after the tests, as asked'));
    return advance(
      state,
      leavesBranch(thing) ? { kind: 'leaving_branch' } : endHere(thing, 'there is no remote to submit to'),
    );
  }
  if (isUnchanged(state)) return advance(state, afterSubmit(thing), [{ kind: 'nothing_changed' }]);
  if (at.yes && asksOfParts(state) === null) return advance(state, { kind: 'committing' });
  const { beside: _before, ...alone } = at;
  const asked = askToSubmit(view, alone);
  if (first === null) return asked;
  // Nobody is kept waiting where nobody is asked.
  if (asked.kind === 'ask' && asked.answeredBy !== null) return advance(state, first);
  return askToSubmit(view, { beside: first, ...at });
}

function submitted({ thing }: TaskView, { beside }: Step<'submitting'>, { by, choice: given }: Given): TaskDecision {
  const { state } = thing;
  const agreed = learning(state, {
    delivery: { override: unverifiedIn(thing).length > 0 ? by : null },
    ...(given === 'submit_with_protected' && { work: { agreed: agreedNow(state) } }),
  });
  return beside === undefined
    ? advance(agreed, { kind: 'committing' })
    : { kind: 'advance', ...afterEarlyYes({ ...thing, state: agreed }, beside) };
}

/** Title in the first line, the text below. */
function edit({ thing: { state } }: TaskView, back: Step<'submitting'>, given: Given): TaskDecision {
  const words = given.words ?? '';
  return advance(state, back, [], {
    delivery: {
      title: words.split('\n')[0] ?? '',
      ...(words.includes('\n') ? { body: words.slice(words.indexOf('\n') + 1).trim() } : {}),
    },
  });
}

/** What is left is asked for again. */
const agreeToSome = ({ thing: { state } }: TaskView, back: Step<'submitting'>, { words }: Given): TaskDecision =>
  advance(state, back, [], { work: { agreed: agreedByLine(state, words ?? '') } });

export const submitSteps: StepRows<'submitting'> = {
  submitting: {
    ...atWork,
    phase: 'submit',
    says: 'prepares the submission',
    decide: submit,
    answers: {
      submit: submitted,
      submit_with_protected: submitted,
      some: agreeToSome,
      edit,
      change: ({ thing: { state } }, _back, { words }) => fix(state, words ?? ''),
    },
  },
};
