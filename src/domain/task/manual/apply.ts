// What a step by hand makes of its effects: the lease as it was found, the copy as it stands, the step on record.
import type { Applied } from '../../decision.ts';
import type { Delivery } from '../../delivery/delivery.ts';
import type { EffectMap } from '../../effect/effect.ts';
import { type Failure, fail } from '../../error.ts';
import { totalsOf } from '../../evidence/bound-list.ts';
import type { Learned } from '../../parts/known.ts';
import { planFrom } from '../../plan/plan-from.ts';
import { copyOf, go, learning, type Step } from '../moves.ts';
import { afterManualStep } from '../next-phase.ts';
import type { Done } from '../step-row.ts';
import type { Known, Task, TaskState, TaskStep } from '../task.ts';
import type { Work } from '../work.ts';
import { manualStepEnded } from './manual.ts';
import { type ManualChange, type ManualStep, phaseOfManualStep } from './step.ts';

const nothing = (state: TaskState): Applied<TaskState> => ({ state, said: [] });

const lost = ({ id }: Task): Failure =>
  fail('LEASE_EXPIRED', `The lease of ${id} has expired or went to another owner; the step was not carried through.`)
    .failure;

/** A lease that does not hold ends the step with its reason. */
export function applyHeld({ thing, state, at, output: { until } }: Done<'holding', 'hold-lease'>): Applied<TaskState> {
  const { step } = state;
  if (step == null) return nothing(state);
  if (until === null) return go(state, { kind: 'troubled', failure: lost(thing), back: at.next });
  const held = { ...state, step: { ...step, until, cleared: step.cleared || at.next.kind === 'committing' } };
  if (at.next.kind !== 'by_hand') return go(held, at.next);
  return go(held, firstOf({ ...thing, state: held }, step), [], afresh(thing, step));
}

/** Where a step begins. The base is judged once, before anybody works on it. */
function firstOf(thing: Task, { wish }: ManualStep): TaskStep {
  const phase = phaseOfManualStep[wish.step];
  if (wish.step === 'verify') return { kind: 'keeping_step', phase };
  if (wish.step === 'submit') return { kind: 'comparing', phase };
  const judged = thing.state.known.work.baseline.length > 0 ? afterManualStep(thing, 'base') : null;
  return judged ?? { kind: 'staging_base' };
}

/** What was proven before says nothing of what is made or tested now. */
function afresh({ spec, state }: Task, { wish }: ManualStep): Learned<Known> {
  // Whoever codes by hand has no plan but the task's own text.
  const plan = state.known.work.plan ?? planFrom(spec.text, null, null, null);
  switch (wish.step) {
    case 'develop':
      return { work: { done: [], unverified: [], proven: null }, delivery: { commit: null } };
    case 'test':
      return {
        work: { proven: null, unverified: [], plan },
        delivery: { commit: null },
      };
    case 'submit':
      return { work: { plan } };
    case 'analyze':
      return { work: { plan: null } };
    case 'verify':
      return {};
  }
}

const changeOf = ({ changes, total }: EffectMap['snapshot']['output']): ManualChange => ({
  files: [...new Set(changes.flatMap(({ from, path }) => (from === null ? [path] : [from, path])))],
  more: total === undefined ? 0 : total.files - changes.length,
  totals: total ?? totalsOf(changes),
});

/** The copy as it stands: what an analysis must leave as it is, what a step has made of it, or what is to be submitted. */
export function applyCompared({ thing, state, output: found }: Done<'comparing', 'snapshot'>): Applied<TaskState> {
  const { tree } = found;
  const wish = state.step?.wish;
  const isProven = tree === state.known.work.proven;
  const seen = { place: { copy: { ...copyOf(state), tree } } };
  if (state.step?.over)
    return go(
      { ...state, step: { ...state.step, changed: changeOf(found) } },
      { kind: 'keeping_step', phase: phaseOfManualStep[state.step.wish.step] },
    );
  switch (wish?.step) {
    case 'analyze': {
      const { words } = wish;
      const first: Step<'analyzing'> = { kind: 'analyzing', agent: 0, resume: null, missing: null, looks: 0, words };
      return go(state, first, [], seen);
    }
    case 'develop':
      return go(state, { kind: 'planning', looks: 0 }, [], seen);
    case 'submit':
      return go(state, submission(thing, tree), [], {
        ...seen,
        ...(isProven || wish.override === null ? {} : { work: overridden(found) }),
        delivery: {
          ...(wish.title === null ? {} : { title: wish.title }),
          ...(wish.body === null ? {} : { body: wish.body }),
          ...pushedBefore(state, tree),
          ...(isProven || wish.override === null ? {} : { commit: null }),
        },
      });
    default:
      return nothing(state);
  }
}

/** A development that changed nothing makes the commit that was pushed no other. */
const pushedBefore = ({ known: { work, delivery } }: TaskState, tree: string): Partial<Delivery> =>
  tree === work.proven && delivery.head?.tree === tree ? { commit: delivery.head.commit } : {};

/** Proven by a person's word alone. */
const overridden = ({ tree, changes, total }: EffectMap['snapshot']['output']): Partial<Work> => ({
  proven: tree,
  parted: tree,
  changes,
  changed: total ?? null,
  unverified: ['evidence of this tree'],
});

/** Gone on with where an earlier one came to. */
function submission({ state }: Task, tree: string): TaskStep {
  const {
    work: { proven },
    delivery: { commit, head, pullRequest },
  } = state.known;
  const override = state.step?.wish.step === 'submit' ? state.step.wish.override : null;
  if (tree !== proven)
    return override === null
      ? { kind: 'troubled', failure: unproven(proven), back: { kind: 'comparing', phase: 'submit' } }
      : { kind: 'submitting' };
  if (head?.tree === tree)
    return pullRequest === null ? { kind: 'opening_pull_request' } : { kind: 'keeping_step', phase: 'submit' };
  return commit === null ? { kind: 'submitting' } : { kind: 'pushing' };
}

const unproven = (proven: string | null): Failure =>
  proven === null
    ? fail('EVIDENCE_MISSING', 'Nothing proves the copy as it stands; nothing was submitted.', { hint }).failure
    : fail('EVIDENCE_STALE', 'The copy was changed after its gates had passed; nothing was submitted.', { hint })
        .failure;

const hint =
  'Let the gates run first: `drover step test`. A person may go on without: `drover step submit --override`.';

/** The lease holds the step now, or the step has not been. */
export function applyKept({
  thing,
  state,
  at,
  output: { until },
}: Done<'keeping_step', 'keep-step'>): Applied<TaskState> {
  const { step } = state;
  if (step == null) return nothing(state);
  if (until === null) return go(state, { kind: 'troubled', failure: lost(thing), back: at });
  const ended = manualStepEnded(state, step, null);
  switch (step.wish.step) {
    case 'test':
      return { ...ended, state: { ...ended.state, fixes: 0 } };
    // Proven is what all gates and hooks have passed on, and that is for the next step to say.
    case 'develop':
      return { ...ended, state: learning(ended.state, { work: { proven: null } }) };
    default:
      return ended;
  }
}
