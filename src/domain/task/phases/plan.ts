// The agent that works says that the plan does not fit: a person decides what becomes of it.
import type { Criterion } from '../../criterion/criterion.ts';
import type { Said } from '../../fact/fact.ts';
import { type Amendment, amend, onlyAdds, sayAmendment } from '../../plan/amendment.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { advance, criteria, known, labelAt, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { Given } from '../step-row.ts';
import type { TaskState } from '../task.ts';

/** How often policy may let a plan grow by itself. */
const mostByPolicy = 2;

/** Policy accepts what only adds, a few times; what is left out or changed is a person's. */
export function askAmendment(
  { thing: { state, spec } }: TaskView,
  at: Step<'developing'>,
  child: Criterion,
  amendment: Amendment,
): TaskDecision {
  const { criteria: before, index } = inOrderDone(state, at);
  const after = amend(before, index, amendment);
  const changes = sayAmendment(before, after);
  const agent = child.spec.agents[child.state.agent] ?? 'the agent';
  return ask(
    state,
    spec,
    {
      kind: 'plan_changed',
      text: `${agent} found that the plan does not fit, at ${child.spec.label}: ${amendment.why.slice(0, 2000)}\n\n${changes}`,
      choices: [
        choice('accept', 'go on by the changed plan'),
        choice('keep', 'keep the old plan', 'optional'),
        choice('cancel', 'cancel the task'),
      ],
      binding: JSON.stringify(after),
      shown: { before, after, why: amendment.why, amendment },
      auto: onlyAdds(before, after) && (state.amended ?? 0) < mostByPolicy ? 'accept' : null,
    },
    at,
  );
}

export function followAmendment(
  view: TaskView,
  at: Step<'developing'>,
  { choice: chosen, words }: Given,
): TaskDecision {
  const { state } = view.thing;
  const plan = known(state, 'work', 'plan');
  const child = criteria(view).find(({ key }) => key === at.key);
  const outcome = child?.state.at.kind === 'ended' ? child.state.at.outcome : null;
  if (chosen === 'keep' || outcome?.kind !== 'amended') return keepPlan(view, at, words);
  const { criteria: before, index } = inOrderDone(state, at);
  const after = amend(before, index, outcome.amendment);
  const first = after[index];
  const said: readonly Said[] = [
    { kind: 'plan_amended', data: { why: outcome.amendment.why, criteria: labels(after) } },
  ];
  const text = `${plan.text}\n\nChanged meanwhile: ${outcome.amendment.why}\n${after
    .slice(index)
    .map(({ label, text: words }) => `- ${label}: ${words}`)
    .join('\n')}`;
  const left = (at.left ?? []).filter(({ label }) => after.some((each) => each.label === label));
  const next = { ...state, amended: (state.amended ?? 0) + 1 };
  if (first === undefined)
    return advance(next, { kind: 'checking' }, said, { work: { plan: { text, criteria: after } } });
  return advance(
    next,
    {
      kind: 'developing',
      index,
      key: nextKey(view, first.label),
      advice: null,
      agents: at.agents,
      ...(left.length > 0 && { left }),
    },
    said,
    { work: { plan: { text, criteria: after } } },
  );
}

/** What was met meanwhile stays, though the plan has it later: it stands before the one at hand. */
function inOrderDone(
  state: TaskState,
  { index }: Step<'developing'>,
): { readonly criteria: readonly PlannedCriterion[]; readonly index: number } {
  const { criteria: all } = known(state, 'work', 'plan');
  const { done } = state.known.work;
  const later = all.slice(index);
  const met = later.filter(({ label }) => done.includes(label));
  const open = later.filter(({ label }) => !done.includes(label));
  return { criteria: [...all.slice(0, index), ...met, ...open], index: index + met.length };
}

const labels = (criteria: readonly { readonly label: string; readonly text: string }[]) =>
  criteria.map(({ label, text }) => ({ label, text }));

function keepPlan(view: TaskView, at: Step<'developing'>, words: string | null): TaskDecision {
  const { state } = view.thing;
  const { counsel: _given, goesOn: _on, stillRed: _red, ...back } = at;
  const advice = `The plan stays as it was agreed; do not ask for it to be changed again.${words === null || words === '' ? '' : `\n${words}`}`;
  return advance(state, { ...back, key: nextKey(view, labelAt(state, at)), advice });
}
