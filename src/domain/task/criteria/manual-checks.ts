// What a task file wants looked at by a person (`manual_checks`): asked once the work has passed all else, answered line by line or at once, and by nobody else. Without it the node is not done.
import type { Criterion } from '../../criterion/criterion.ts';
import { byNumbers, numbered } from '../../question/by-numbers.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { advance, copyOf, criteria, labelAt, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { Given } from '../step-row.ts';
import type { HeldCheck, TaskState } from '../task.ts';
import { stillRedAfter } from './still-red.ts';

/** Null: there is nothing to look at, or all of it holds. */
export function askChecks(view: TaskView, at: Step<'developing'>, child: Criterion): TaskDecision | null {
  const { state, spec } = view.thing;
  const { label } = child.spec;
  const open = openChecks(state, child);
  if (open.length === 0) return null;
  const lines = numbered(open).join('\n');
  return ask(
    state,
    spec,
    {
      kind: 'checks',
      text: `${label} has passed its gates. Its file wants a person to look, in ${copyOf(state).path}:\n\n${lines}`,
      choices: [
        choice('holds', open.length === 1 ? 'it holds' : 'all of it holds'),
        ...(open.length === 1 ? [] : [choice('some', 'these hold, by their numbers; ask for the rest', 'required')]),
        choice('wrong', 'it does not; this is wrong', 'required'),
        choice('code', 'I code in the copy; go on at test after `drover task give`'),
        choice('abandon', 'give up'),
      ],
      binding: JSON.stringify([child.id, child.state.history.at(-1)?.tree, open]),
      shown: { node: label, checks: open, held: heldOf(state, child) },
      auto: null,
    },
    at,
  );
}

/** What was seen of one round says nothing of the next. */
const heldOf = ({ looked = {} }: TaskState, { spec: { label }, key }: Criterion): readonly HeldCheck[] =>
  looked[label]?.round === key ? looked[label].held : [];

function openChecks(state: TaskState, child: Criterion): readonly string[] {
  const held = new Set(heldOf(state, child).map(({ check }) => check));
  return [...new Set(child.spec.node?.tests.manualChecks)].filter((check) => !held.has(check));
}

/** All that is open, or what a person names of it. */
export function holdChecks(view: TaskView, at: Step<'developing'>, { choice: chosen, words, by }: Given): TaskDecision {
  const { state } = view.thing;
  const child = criteria(view).find(({ key }) => key === at.key);
  if (child === undefined) return advance(state, at);
  const { label } = child.spec;
  const open = openChecks(state, child);
  const seen = chosen === 'some' ? byNumbers(open, words ?? '') : open;
  const held = [...heldOf(state, child), ...seen.map((check): HeldCheck => ({ check, by, at: view.now }))];
  const looked = { ...state.looked, [label]: { round: child.key, held } };
  return advance({ ...state, looked }, at, [
    { kind: 'checks_held', data: { node: label, checks: seen, by, open: open.length - seen.length } },
  ]);
}

/** It is worked on again, and is told what was wrong. */
export function redoForChecks(view: TaskView, at: Step<'developing'>, { words, by }: Given): TaskDecision {
  const { state } = view.thing;
  const { counsel: _given, rewound: _from, goesOn: _on, stillRed: _red, clash: _clash, ...rest } = at;
  const label = labelAt(state, at);
  const why = words ?? '';
  const child = criteria(view).find(({ key }) => key === at.key);
  return advance(state, { ...rest, ...stillRedAfter(child), key: nextKey(view, label), advice: why }, [
    { kind: 'checks_refused', data: { node: label, by, why } },
  ]);
}
