// The work of rounds comes into the task's copy: beside what others came to, to be checked together, or for who goes on with it.
import type { Criterion } from '../../criterion/criterion.ts';
import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import { restoreCopy } from '../copy-acts.ts';
import { endUndone } from '../judge-outcome.ts';
import {
  advance,
  copyOf,
  criteria,
  go,
  known,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { bringBack } from '../phases/repair-copy.ts';
import { nextKey } from '../run-step.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { LeftCriterion, TaskState } from '../task.ts';
import { withMet } from './met.ts';
import { inParts, nextStep, workAt } from './next.ts';
import { standingTree, togetherAt } from './spec.ts';

function join(view: TaskView, { work, check, next }: Step<'joining_work'>): TaskDecision {
  const { state, id } = view.thing;
  const ours = standingTree(state);
  if (work === null) return restoreCopy(view, ours, `together-${next.key}`);
  const { tree: theirs, from } = work;
  return {
    kind: 'perform',
    effect: {
      name: 'join-work',
      input: {
        hub: placeOf(state).hub,
        copy: copyOf(state).path,
        ours,
        from,
        theirs,
        markers: check === null,
        label: `${id}/together-${next.key}`,
      },
    },
  };
}

/** Where nothing has changed since it was begun, what proved it by itself proves it here. */
function joined({ state, at, output }: Done<'joining_work', 'join-work'>): Applied<TaskState> {
  const { work, check, next } = at;
  const { tree, conflicts } = output;
  const clash = conflicts.length > 0 && { clash: conflicts };
  if (check === null) return go(state, { ...next, ...clash });
  const criterion = known(state, 'work', 'plan').criteria[next.index]?.label ?? next.key;
  if (clash)
    return go(state, { ...next, ...clash, out: true }, [
      { kind: 'criterion_clashed', data: { criterion, files: conflicts } },
    ]);
  const said = [{ kind: 'criterion_joined', data: { criterion, tree } } as const];
  return go(state, tree === work?.tree ? { ...next, stands: true } : { ...next, key: check, checks: check }, said);
}

// Several at once: their works are put together, and checked once.

function joinGroup(view: TaskView, { members, key, left }: Step<'joining_group'>): TaskDecision {
  const { state, id } = view.thing;
  const [one, ...more] = members.flatMap((each) => workAt(view, each.key) ?? []);
  if (one === undefined) return advance(state, nextStep(view, -1, left));
  return {
    kind: 'perform',
    effect: {
      name: 'join-work',
      input: {
        hub: placeOf(state).hub,
        copy: copyOf(state).path,
        ours: standingTree(state),
        from: one.from,
        theirs: one.tree,
        more: more.map(({ from, tree }) => ({ from, theirs: tree })),
        markers: false,
        label: `${id}/together-${key}`,
      },
    },
  };
}

/** Those that are in conflict with the ones before them are set aside. */
function groupJoined({ state, at, output }: Done<'joining_group', 'join-work'>): Applied<TaskState> {
  const clashes = [output.conflicts, ...(output.more ?? [])];
  const joined = at.members.map((member, which): LeftCriterion => {
    const clash = clashes[which] ?? [];
    return clash.length === 0 ? member : { ...member, how: 'ask', clash };
  });
  const said = joined.map(
    ({ label: criterion, clash }): Said =>
      clash === undefined
        ? { kind: 'criterion_joined', data: { criterion, tree: output.tree } }
        : { kind: 'criterion_clashed', data: { criterion, files: clash } },
  );
  const { key } = at;
  const [members, aside] = [joined.filter(({ how }) => how === 'join'), joined.filter(({ how }) => how === 'ask')];
  return go(state, { kind: 'checking_group', members, key, left: [...at.left, ...aside] }, said);
}

/** Red together, they are put together in parts: what is red by itself on top of the others is what broke it, and its agent goes on with it. */
function checkGroup(view: TaskView, at: Step<'checking_group'>): TaskDecision {
  const { state } = view.thing;
  const { members, left } = at;
  const child = criteria(view).find(({ key }) => key === at.key);
  // What is left of them after a conflict may be proven as it is.
  const isChecked = members.length > 1;
  if (isChecked && child === undefined)
    return { kind: 'spawn', children: [togetherAt(view, members, at.key)], state, said: [] };
  // Their copies may go meanwhile, and no longer.
  const [living] = criteria(view).filter(({ ended }) => !ended);
  if (living !== undefined) return wait(`criteria ${living.spec.label}`);
  if (!isChecked || child?.state.at.kind !== 'ended') return advance(state, nextStep(view, -1, [...members, ...left]));
  const { outcome } = child.state.at;
  if (outcome.kind === 'passed') return groupMet(view, at, child, outcome);
  if (outcome.kind === 'cancelled')
    return advance(state, endUndone('a criterion was cancelled', view.thing, 'cancelled', at));
  if (outcome.kind === 'blocked' && outcome.lost !== undefined) {
    const key = nextKey(view, labelOfLast(members));
    const { at: next, known: learned } = bringBack(state, outcome.lost, { ...at, kind: 'joining_group', key });
    return advance(state, next, [], learned);
  }
  return advance(state, nextStep(view, -1, [...inParts(members), ...left]), [
    { kind: 'group_red', data: { criteria: members.map(({ label }) => label) } },
  ]);
}

const labelOfLast = (members: readonly LeftCriterion[]): string => members.at(-1)?.label ?? '';

function groupMet(
  view: TaskView,
  { members, left }: Step<'checking_group'>,
  whole: Criterion,
  { tree, unverified }: { readonly tree: string; readonly unverified: readonly string[] },
): TaskDecision {
  const rounds = members.flatMap(({ label, key }) => {
    const round = criteria(view).find((each) => each.key === key);
    return round === undefined ? [] : [{ label, round }];
  });
  const results = whole.state.history.at(-1)?.results ?? [];
  const state = withMet(view, rounds, { tree, unverified, results, together: whole.spec.label });
  return advance(state, nextStep({ ...view, thing: { ...view.thing, state } }, -1, left));
}

const namesOf = ({ members }: { readonly members: readonly LeftCriterion[] }): string =>
  members.map(({ label }) => label).join(', ');

export const joinSteps: StepRows<'joining_work' | 'joining_group' | 'checking_group'> = {
  joining_work: {
    ...atWork,
    phase: 'develop',
    handover: 'later',
    says: (_, { next }) => `puts ${next.key} together with what is proven`,
    decide: join,
    applied: {
      'join-work': joined,
      'restore-copy': ({ state, at: { next } }) => go(state, next),
    },
  },
  joining_group: {
    ...atWork,
    phase: 'develop',
    handover: 'later',
    says: (_, at) => `puts ${namesOf(at)} together with what is proven`,
    decide: joinGroup,
    applied: { 'join-work': groupJoined },
  },
  checking_group: {
    ...atWork,
    phase: 'develop',
    handover: 'later',
    says: (_, at) => `checks ${namesOf(at)} together`,
    decide: checkGroup,
  },
};
