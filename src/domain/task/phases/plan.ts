// The agent that works says that the plan does not fit: a person decides what becomes of it.
import type { Criterion } from '../../criterion/criterion.ts';
import { type Amendment, amend, onlyAdds, sayAmendment } from '../../plan/amendment.ts';
import type { Plan, PlannedCriterion } from '../../plan/plan.ts';
import { choice } from '../../question/choice.ts';
import { ask } from '../ask.ts';
import { stillRedAfter } from '../criteria/still-red.ts';
import { advance, criteria, known, labelAt, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { PlanChange, TaskState, TaskStep } from '../task.ts';
import { programsFirst } from './programs-first.ts';

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

/** `looked`: what the changed plan is checked by was looked for. */
export function followAmendment(
  view: TaskView,
  at: Step<'developing'>,
  { choice: chosen, words, by }: PlanChange['answer'],
  looked = false,
): TaskDecision {
  const { state } = view.thing;
  const plan = known(state, 'work', 'plan');
  const child = criteria(view).find(({ key }) => key === at.key);
  const outcome = child?.state.at.kind === 'ended' ? child.state.at.outcome : null;
  if (chosen === 'keep' || outcome?.kind !== 'amended') return keepPlan(view, at, words);
  const { criteria: before, index } = inOrderDone(state, at);
  const { why } = outcome.amendment;
  const all = amend(before, index, outcome.amendment);
  const lines = all.slice(index).map(({ label, text }) => `- ${label}: ${text}`);
  const changed: Plan = {
    ...plan,
    text: [`${plan.text}\n`, `Changed meanwhile: ${why}`, ...lines].join('\n'),
    criteria: all,
  };
  const toFind = looked
    ? null
    : programsFirst(state, { plan: changed, change: { back: at, answer: { choice: chosen, words, by } } });
  if (toFind !== null) return toFind;
  const first = all[index];
  const left = (at.left ?? []).filter(({ label }) => all.some((each) => each.label === label));
  const next: TaskStep =
    first === undefined
      ? { kind: 'checking' }
      : {
          kind: 'developing',
          index,
          key: nextKey(view, first.label),
          advice: null,
          agents: at.agents,
          // The one at hand may go on as it is, before others.
          ...(first.label === child?.spec.label && stillRedAfter(child)),
          ...(left.length > 0 && { left }),
        };
  return advance(
    { ...state, amended: (state.amended ?? 0) + 1 },
    next,
    [{ kind: 'plan_amended', data: { why, criteria: labels(all) } }],
    { work: { plan: changed } },
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
  const { counsel: _given, rewound: _from, goesOn: _on, stillRed: _red, ...back } = at;
  const child = criteria(view).find(({ key }) => key === at.key);
  const advice = `The plan stays as it was agreed; do not ask for it to be changed again.${words === null || words === '' ? '' : `\n${words}`}`;
  return advance(state, { ...back, ...stillRedAfter(child), key: nextKey(view, labelAt(state, at)), advice });
}
