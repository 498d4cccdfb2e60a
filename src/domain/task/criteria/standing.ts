// How a criterion of a plan stands, by its last round and by what the whole has taken of it.
import { sayConfidence } from '../../criterion/confidence.ts';
import { type Criterion, labelsOf } from '../../criterion/criterion.ts';
import { failing } from '../../criterion/judge-attempt.ts';
import { weakerIn, weakerWords } from '../../evidence/verdict.ts';
import { heldUpBy } from '../../plan/together/next-criteria.ts';
import { sayFew } from '../../text/counted.ts';
import { type LeftCriterion, rootOf, type Task, type TaskStep } from '../task.ts';
import { mayGroup } from './next.ts';

export type Standing = {
  readonly state: 'waiting' | 'running' | 'met' | 'not_met' | 'blocked' | 'not_done';
  /** One sentence more about the state, '' where there is nothing to say. */
  readonly why: string;
};

type Seen = { readonly task: Pick<Task, 'spec' | 'state'>; readonly criteria: readonly Criterion[] };

/** Of any label. `over`: nothing more is done. */
export function standingIn(seen: Seen, over: boolean): (label: string) => Standing {
  const held = heldUpIn(seen);
  const last = new Map(seen.criteria.map((round) => [round.spec.label, round]));
  return (label) => standingOf(seen, held, label, last.get(label) ?? null, over);
}

function standingOf(
  { task, criteria }: Seen,
  held: ReadonlyMap<string, readonly string[]>,
  label: string,
  last: Criterion | null,
  over: boolean,
): Standing {
  if (last === null) {
    const by = held.get(label);
    if (by !== undefined) return { state: 'blocked', why: `it waits for ${by.join(', ')}` };
    return over ? { state: 'not_done', why: 'it was not begun' } : { state: 'waiting', why: '' };
  }
  const { at } = last.state;
  if (at.kind !== 'ended') {
    if (over) return { state: 'not_done', why: 'the task ended before it was met' };
    return { state: 'running', why: at.kind === 'limited' ? at.message : '' };
  }
  switch (at.outcome.kind) {
    case 'passed': {
      const beside = besideOthers({ task, criteria }, label, last, over);
      if (beside !== null) return beside;
      const { unverified } = at.outcome;
      const weaker = weakerIn(last.state.history.at(-1)?.results ?? []);
      const open = unverified.length === 0 ? [] : [`not verified: ${unverified.join(', ')}`];
      return { state: 'met', why: [...open, ...(weaker === null ? [] : [weakerWords[weaker]])].join('; ') };
    }
    case 'blocked':
      return { state: over ? 'not_met' : 'blocked', why: at.outcome.why };
    case 'doubted':
      return over
        ? { state: 'not_met', why: 'the task ended before it was met' }
        : { state: 'running', why: `another agent looks at it: ${sayConfidence(at.outcome.confidence)}` };
    case 'amended':
      return { state: over ? 'not_met' : 'blocked', why: `the plan does not fit: ${at.outcome.amendment.why}` };
    case 'cancelled':
      return { state: 'not_done', why: 'it was cancelled' };
  }
}

/** Those that need what does not get on, and for which of it they wait. */
function heldUpIn({ task, criteria }: Seen): ReadonlyMap<string, readonly string[]> {
  const { plan, done } = task.state.known.work;
  if (plan === null || !mayGroup(task)) return new Map();
  const last = new Map(criteria.map(({ spec, state }) => [spec.label, state.at]));
  const aside = [...last].flatMap(([label, at]) =>
    at.kind === 'ended' && (at.outcome.kind === 'blocked' || at.outcome.kind === 'amended') ? [label] : [],
  );
  return new Map(heldUpBy(plan.criteria, { done, aside }).map(({ label, by }) => [label, by]));
}

const leftAt = (step: TaskStep): readonly LeftCriterion[] =>
  step.kind === 'developing' || step.kind === 'joining_group' || step.kind === 'checking_group'
    ? (step.left ?? [])
    : [];

/** It passed by itself, and is not part of the whole yet; null: it is. */
function besideOthers(
  {
    task: {
      state: { at, known },
    },
    criteria: all,
  }: Seen,
  label: string,
  { spec, key }: Criterion,
  over: boolean,
): Standing | null {
  if (spec.member === undefined || known.work.done.includes(label)) return null;
  const step = rootOf(at.kind === 'ended' && at.back !== null ? at.back : at);
  const clash =
    step.kind === 'developing' && step.key === key ? step.clash : leftAt(step).find((each) => each.key === key)?.clash;
  if (clash !== undefined)
    return { state: over ? 'not_met' : 'blocked', why: `conflict with the others in ${sayFew(clash, 10)}` };
  return { state: over ? 'not_met' : 'running', why: sayBeside(label, all) };
}

/** Red with others, until it is known which of them it is. */
function sayBeside(label: string, all: readonly Criterion[]): string {
  const last = all.findLast(({ spec }) => spec.together !== undefined && labelsOf(spec).includes(label));
  const red = last?.state.at.kind === 'ended' ? failing(last.state.history.at(-1)?.results ?? []) : [];
  if (last === undefined || red.length === 0) return 'passed by itself; it is put together with the others';
  const gates = red.map(({ gate, why }) => `${gate} failed: ${why}`).join('; ');
  return `passed by itself; ${last.spec.label} are red together, and which of them it is, is looked for: ${gates}`;
}
