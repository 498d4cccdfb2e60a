// Which criteria a task goes on with: one after another, or several at once where the plan shows that they have nothing in common.
import type { Criterion } from '../../criterion/criterion.ts';
import { nodeOf } from '../../flow/flow-run.ts';
import type { PlannedCriterion } from '../../plan/plan.ts';
import { nextCriteria } from '../../plan/together/next-criteria.ts';
import { copyOf, criteria, known, type Step, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import type { LeftCriterion, RoundWork, Task, TaskState, TaskStep } from '../task.ts';
import { flowOf } from './flow-of.ts';

type Left = readonly LeftCriterion[];

/** Those in a person's own checkout, steps by hand, and gates that use the ports of their copy have one place alone. */
export const mayGroup = ({ spec: { driven, settings }, state: { known } }: Pick<Task, 'spec' | 'state'>): boolean =>
  (settings.limits.together ?? 1) !== 1 &&
  driven === 'engine' &&
  settings.workspace.isolation !== 'checkout' &&
  (known.place.preview?.ports ?? 0) === 0;

const first = { advice: null, agents: null } as const;

/** The first of a plan. */
export function beginCriteria(
  thing: Pick<Task, 'spec' | 'state'>,
  plan: readonly PlannedCriterion[],
  advice: string | null,
): Step<'developing' | 'grouping'> {
  const [one] = plan;
  if (one === undefined) throw new Error('a plan without criteria');
  if (mayGroup(thing) && nextCriteria(plan, { done: [], aside: [] }, 2).length > 1)
    return { kind: 'grouping', atMost: null, advice, left: [] };
  return { kind: 'developing', index: 0, key: one.label, advice, agents: null };
}

/** After the one at `index` is met, or what was begun beside others has ended. */
export function nextStep(view: TaskView, index: number, left: Left): TaskStep {
  const { state } = view.thing;
  const plan = known(state, 'work', 'plan').criteria;
  if (!mayGroup(view.thing)) {
    const next = plan[index + 1];
    return next === undefined
      ? { kind: 'checking' }
      : { kind: 'developing', index: index + 1, key: next.label, ...first };
  }
  return elsewhere(view, left) ?? takeUp(plan, left) ?? { kind: 'checking' };
}

/** What can be gone on with though some does not get on; null: nothing. */
export function elsewhere(view: TaskView, left: Left): TaskStep | null {
  const joined = toJoin(view, left);
  if (joined !== null) return joined;
  const ready = readyOf(view, left, 2);
  if (ready.length > 1) return { kind: 'grouping', atMost: null, advice: null, left };
  const [only] = ready;
  return only === undefined ? null : single(view, only, left, null);
}

/** Indexes of those that may be begun. */
export function readyOf({ thing: { state } }: TaskView, left: Left, atMost: number): readonly number[] {
  const stand = { done: state.known.work.done, aside: left.map(({ label }) => label) };
  return nextCriteria(known(state, 'work', 'plan').criteria, stand, atMost);
}

/** In the task's copy, in which nothing is left of one that does not get on. */
export function single(view: TaskView, index: number, left: Left, advice: string | null): TaskStep {
  const { label } = plannedAt(view, index);
  const next = { kind: 'developing', index, key: roundKey(view, label), ...first, advice, ...withLeft(left) } as const;
  return left.length === 0 ? next : { kind: 'joining_work', work: null, check: null, next };
}

export function plannedAt({ thing: { state } }: TaskView, index: number): PlannedCriterion {
  const planned = known(state, 'work', 'plan').criteria[index];
  if (planned === undefined) throw new Error(`the plan has no criterion ${index + 1}`);
  return planned;
}

/** The key of a round that is to be begun. */
export const roundKey = (view: TaskView, label: string): string =>
  criteria(view).some(({ key }) => key === label) ? nextKey(view, label) : label;

/** Those that can be checked at once come into the copy together. Null: none waits for it. */
function toJoin(view: TaskView, left: Left): TaskStep | null {
  const members = atOnce(view, left);
  const [one] = members;
  const last = members.at(-1);
  if (one === undefined || last === undefined) return null;
  const rest = left.filter((each) => !members.includes(each));
  if (last !== one) return { kind: 'joining_group', members, key: nextKey(view, last.label), left: rest };
  const { label, key } = one;
  const index = known(view.thing.state, 'work', 'plan').criteria.findIndex((each) => each.label === label);
  const next = { kind: 'developing', index, key, ...first, ...withLeft(rest) } as const;
  return { kind: 'joining_work', next, check: nextKey(view, label), work: workAt(view, key) };
}

/** The first, and those after it that are proven in the same way; but for nodes with words of their own to be asked about. */
function atOnce(view: TaskView, left: Left): Left {
  const waiting = left.filter(({ how }) => how === 'join');
  const [one] = waiting;
  if (one === undefined) return [];
  const plan = known(view.thing.state, 'work', 'plan').criteria;
  const kindOf = ({ label }: LeftCriterion) => plan.find((each) => each.label === label)?.kind;
  const isLike = (each: LeftCriterion): boolean =>
    each.part === one.part && kindOf(each) === kindOf(one) && workAt(view, each.key) !== null && !hasWords(view, each);
  const end = waiting.findIndex((each) => !isLike(each));
  return waiting.slice(0, end < 0 ? waiting.length : Math.max(1, end));
}

/** A person is to look at it, or its agent has added task files: its own round, on top of the others, is what they speak of. */
function hasWords({ thing, children }: TaskView, { label, key }: LeftCriterion): boolean {
  const round = children.find((each): each is Criterion => each.kind === 'criterion' && each.key === key);
  const { added = [], refused = [] } = round?.state.gathered ?? {};
  const checks = nodeOf(flowOf(thing), label)?.tests.manualChecks ?? [];
  return checks.length + added.length + refused.length > 0;
}

/** Red together: the first half of them, then half of the rest, and so on, for where those are green the rest is not. */
export function inParts(members: Left): Left {
  const half = Math.max(1, Math.floor(members.length / 2));
  const part = members[0]?.label;
  if (part === undefined) return [];
  return [...members.slice(0, half).map((each) => ({ ...each, part })), ...inParts(members.slice(half))];
}

/** One that does not get on is dealt with by a person, once nothing else is left; what the plan does not have any more is not. */
function takeUp(plan: readonly PlannedCriterion[], left: Left): Step<'developing'> | null {
  const open = left.filter(({ label }) => plan.some((each) => each.label === label));
  const [next, ...rest] = open.toSorted((one, other) => indexIn(plan, one) - indexIn(plan, other));
  if (next === undefined) return null;
  const { key, clash } = next;
  const index = indexIn(plan, next);
  return { kind: 'developing', index, key, ...first, ...withLeft(rest), out: true, ...(clash && { clash }) };
}

const indexIn = (plan: readonly PlannedCriterion[], { label }: { readonly label: string }): number =>
  plan.findIndex((each) => each.label === label);

const withLeft = (left: Left): { readonly left?: Left } => (left.length === 0 ? {} : { left });

/** Of the round of this key. */
export function workAt(view: TaskView, key: string): RoundWork | null {
  const child = criteria(view).find((each) => each.key === key);
  return child === undefined ? null : workOf(view.thing.state, child);
}

/** What a round came to in the end; null: it came to nothing. */
export function workOf(state: TaskState, { spec, state: { history } }: Criterion): RoundWork | null {
  const last = history.at(-1);
  const from = spec.member?.tree ?? spec.start?.tree ?? copyOf(state).tree;
  return last === undefined ? null : { tree: last.tree, from };
}
