// A task driven by hand: each step that is wished for is done by the very steps of a task that Drover drives, and comes back to wait.

import { failing } from '../../criterion/judge-attempt.ts';
import { type ErrorCode, type Failure, fail } from '../../error.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import { type Instant, instant } from '../../ids.ts';
import { leaseMs } from '../../lease/judge-lease.ts';
import { livingOf, tellAll } from '../../parts/stop.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  advance,
  criteria,
  go,
  lastRun,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
} from '../moves.ts';
import { agree } from '../phases/analyze.ts';
import { afterTest } from '../phases/test.ts';
import { proposedPlan } from '../proposed-plan.ts';
import type { StepKind } from '../step-row.ts';
import type { TaskStep } from '../task.ts';
import { type Artifact, type ManualStep, type ManualStepEnd, phaseOfManualStep } from './step.ts';
import { summaryOf, wishOf } from './step-request.ts';

/** Where each step has done what it is for. */
const goals = {
  // A person who gives a plan of their own where no agent can analyze has ended the analysis.
  analyze: ['planning', 'developing'],
  develop: ['checking'],
  test: [],
  submit: [],
  verify: [],
} as const satisfies Readonly<Record<ManualStep['wish']['step'], readonly TaskStep['kind'][]>>;

/** null: it goes on as any task would. */
export function decideManual(view: TaskView): TaskDecision | null {
  const { state, spec } = view.thing;
  if (spec.driven !== 'hand') return null;
  if (state.at.kind === 'by_hand') return begin(view);
  const step = state.step ?? null;
  if (step === null) return null;
  if (state.at.kind === 'troubled') return failStep(view, step, state.at.failure);
  if ((goals[step.wish.step] as readonly string[]).includes(state.at.kind))
    return advance(
      { ...state, step: { ...step, over: true } },
      { kind: 'comparing', phase: phaseOfManualStep[step.wish.step] },
    );
  return renew(view, step) ?? turnAside(view, step);
}

function begin(view: TaskView): TaskDecision | null {
  const wished = wishOf(view);
  if (wished === null) return null;
  if (view.children.some(({ ended }) => !ended)) return wait('the end of what an earlier step began');
  const { state } = view.thing;
  const { fence, wish } = wished.body;
  const step: ManualStep = {
    fence,
    wish,
    seq: wished.seq,
    by: wished.by,
    began: view.now,
    from: state.phase,
    until: null,
    cleared: false,
  };
  return advance(
    { ...state, step, stepped: wished.seq },
    { kind: 'holding', renew: false, next: { kind: 'by_hand', phase: state.phase } },
    [{ kind: 'step_begun', data: { step: wish.step, by: wished.by, seq: wished.seq } }],
  );
}

/** A step that lasts is work under way: its lease lives on. */
function renew({ thing: { state }, now }: TaskView, step: ManualStep): TaskDecision | null {
  if (step.until === null || now < renewalOf(step.until) || betweenSteps.includes(state.at.kind)) return null;
  return advance(state, { kind: 'holding', renew: true, next: state.at });
}

const betweenSteps: readonly TaskStep['kind'][] = ['holding', 'keeping_step'];
const renewalOf = (until: Instant): Instant => instant(until - leaseMs / 2);

type TurnAside<Kind extends StepKind> = (view: TaskView, step: ManualStep, at: Step<Kind>) => TaskDecision | null;

/** Steps that are another thing by hand; null: as in any task. */
const turnsAside: { readonly [Kind in StepKind]?: TurnAside<Kind> } = {
  planning: planByHand,
  developing: developAnew,
  test_judged: judgeTest,
  submitting: (view, step) =>
    placeOf(view.thing.state).base.from === 'local'
      ? failStep(view, step, fail('UNSUPPORTED', 'There is no remote to submit to.').failure)
      : null,
  committing: ({ thing: { state } }, { cleared }, at) =>
    cleared ? null : advance(state, { kind: 'holding', renew: false, next: at }),
};

function turnAside(view: TaskView, step: ManualStep): TaskDecision | null {
  const { at } = view.thing.state;
  return (turnsAside[at.kind] as TurnAside<StepKind> | undefined)?.(view, step, at) ?? null;
}

function planByHand(view: TaskView, { wish }: ManualStep): TaskDecision | null {
  if (wish.step !== 'develop') return null;
  const before = wish.plan === null ? agreedBefore(view) : null;
  if (before !== null) return agree(view, before);
  if (!wish.agreed) return null;
  return agree(view, proposedPlan(view.thing));
}

/** It is not asked for again until another analysis was made. One that only says the task again is nobody's. */
function agreedBefore({ thing: { spec, state } }: TaskView): Plan | null {
  const { plan } = state.known.work;
  return plan === null || plan.text === spec.text ? null : plan;
}

/** A criterion of an earlier step says nothing of this one; and what was said with the step reaches each. */
function developAnew(view: TaskView, { began, wish }: ManualStep, at: Step<'developing'>): TaskDecision | null {
  const { state } = view.thing;
  const all = criteria(view);
  const there = all.find(({ key }) => key === at.key);
  if (there !== undefined && there.createdAt < began) {
    const rounds = all.filter(({ key }) => key === at.key || key.startsWith(`${at.key}.`)).length;
    return advance(state, { ...at, key: `${at.key}.${rounds + 1}` });
  }
  const words = wish.step === 'develop' ? wish.words : null;
  if (there !== undefined || words === null || at.advice?.includes(words) === true) return null;
  return advance(state, { ...at, advice: at.advice === null ? words : `${at.advice}\n${words}` });
}

/** The one who drives mends it, or says so with the next step; a person is asked once the rounds are used up. */
function judgeTest(view: TaskView, step: ManualStep, at: Step<'test_judged'>): TaskDecision | null {
  if (afterTest(view, at.results).kind === 'ask') return null;
  const { state } = view.thing;
  const red = failing(at.results);
  const { failure } = fail('TEST_FAILED', `These fail: ${red.map(({ gate, why }) => `${gate} (${why})`).join(', ')}.`, {
    results: at.results.map(({ gate, verdict, why, counts, tail }) => ({ gate, verdict, why, counts, tail })),
  });
  return failStep({ ...view, thing: { ...view.thing, state: { ...state, fixes: state.fixes + 1 } } }, step, failure);
}

/** A step ends with its reason where a task of Drover's own would ask a person to try again; and it wakes in time to renew. */
export function judgeManual(view: TaskView, decided: TaskDecision): TaskDecision {
  const { state, spec } = view.thing;
  const step = state.step ?? null;
  if (spec.driven !== 'hand' || step === null) return decided;
  if (decided.kind === 'wait' && decided.until === null && step.until !== null)
    return { ...decided, until: renewalOf(step.until) };
  const code = decided.kind === 'ask' ? outside[decided.question.kind] : undefined;
  if (decided.kind !== 'ask' || code === undefined) return decided;
  return failStep(view, step, whyOfRun(view) ?? fail(code, decided.question.text).failure);
}

const outside: Readonly<Record<string, ErrorCode>> = {
  setup_failed: 'SETUP_FAILED',
  unreachable: 'REMOTE_UNREACHABLE',
};

function whyOfRun(view: TaskView): Failure | null {
  const run = lastRun(view);
  const result = run?.state.kind === 'ended' ? run.state.result : null;
  if (result?.kind === 'refused') return result.failure;
  return result?.kind === 'plain' ? result.failure : null;
}

/** Back to where it was; what it started is ended. */
function failStep({ thing, children }: TaskView, step: ManualStep, failure: Failure): TaskDecision {
  const moved = manualStepEnded(thing.state, step, failure);
  const notices = tellAll(livingOf(children), 'cancel');
  return { kind: 'advance', ...moved, notices, closeQuestions: `the step ${step.wish.step} has ended` };
}

export function manualStepEnded(state: TaskView['thing']['state'], step: ManualStep, failure: Failure | null) {
  const verdict = step.wish.step === 'verify' ? { verdict: step.wish.verdict } : {};
  const changed = failure === null && step.changed !== undefined && { changed: step.changed };
  const end: ManualStepEnd = { seq: step.seq, step: step.wish.step, failure, ...verdict, ...changed };
  const phase = failure === null ? phaseOfManualStep[step.wish.step] : step.from;
  return go(
    { ...state, step: null, steps: [...earlier(state.steps ?? [], end), end].slice(-mostKept), fetched: state.runs },
    { kind: 'by_hand', phase },
    [
      {
        kind: 'step_ended',
        data: { step: end.step, error_code: failure?.error_code ?? null, why: failure?.message ?? null },
      },
    ],
  );
}

const mostKept = 20;

/** A long list of files is kept once for each kind of step. */
const earlier = (ends: readonly ManualStepEnd[], last: ManualStepEnd): readonly ManualStepEnd[] =>
  last.changed === undefined
    ? ends
    : ends.map(({ changed, ...end }) => (changed === undefined || end.step === last.step ? end : { ...end, changed }));

// What a step by hand leaves for people and later steps, as a file beside its lease.

export function artifactOf(view: TaskView, { seq, wish }: ManualStep): Artifact {
  const { id, state, spec } = view.thing;
  const { known } = state;
  const file = (name: string) => `steps/${id}/${seq}-${name}`;
  const json = (name: string, data: unknown): Artifact => ({
    name,
    file: file(`${name}.json`),
    text: `${JSON.stringify(data, null, 2)}\n`,
  });
  switch (wish.step) {
    case 'analyze':
      return {
        name: 'analysis',
        file: file('analysis.md'),
        text: `${summaryOf(known.work.report, spec.text) ?? ''}\n`,
      };
    case 'develop':
      return json('development', { plan: known.work.plan?.text ?? null, criteria: criteriaOf(view) });
    case 'test':
      return json('test_report', {
        tree: known.work.proven,
        gates: known.work.results.map(reported),
        changes: known.work.changes,
      });
    case 'submit':
      return json('submission', {
        commit: known.delivery.commit,
        tree: known.work.proven,
        branch: known.place.copy?.branch ?? null,
        pull_request: known.delivery.pullRequest,
        override: known.delivery.override,
      });
    case 'verify':
      return { name: 'verification', path: wish.artifact };
  }
}

const reported = ({ gate, verdict, why, argv, counts, durationMs }: GateResult) => ({
  gate,
  verdict,
  why,
  command: argv.join(' '),
  counts,
  duration_ms: durationMs,
});

const criteriaOf = (view: TaskView) =>
  criteria(view)
    .filter(({ createdAt }) => createdAt >= (view.thing.state.step?.began ?? 0))
    .map(({ spec, state }) => ({
      criterion: spec.label,
      text: spec.text,
      outcome: state.at.kind === 'ended' ? state.at.outcome.kind : 'under way',
      attempts: state.history.map(({ number, agent, tree, results }) => ({
        number,
        agent,
        tree,
        gates: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
      })),
    }));
