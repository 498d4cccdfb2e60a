// A step of an agent: begun with an empty context, judged by what it handed in.
import { isForgotten } from '../run/is-forgotten.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';
import { type ChainState, type ChainStep, type ChainView, mostCuts, mostRounds, type TurnStep } from './chain.ts';
import { advance, type ChainDecision, go, known, minutes, trouble, turn, wait } from './move.ts';
import { promptOf } from './prompts.ts';
import { type Handed, parsePlan, parseReview, type Review } from './review.ts';

/** `cx-impl-23-r1`. */
export function stepName({ thing: { spec, state } }: ChainView, at: TurnStep): string {
  const label = spec.plans[state.plan]?.label ?? 'plan';
  return `${spec.name}-${at.turn}-${label}-r${at.round}${at.cuts === 0 ? '' : `-c${at.cuts}`}${at.again === null ? '' : '-again'}`;
}

const reads = (at: TurnStep): boolean => at.turn !== 'impl' && at.turn !== 'fix';
const reviews = (at: TurnStep): boolean => at.turn === 'review' || at.turn === 'plan-review';

export function takeTurn(view: ChainView, at: TurnStep): ChainDecision {
  const key = stepName(view, at);
  const run = view.children.find((child) => child.key === key);
  if (run === undefined) return begin(view, at, key);
  return run.state.kind === 'ended' ? judge(view, at, key, run) : wait(key);
}

function begin({ thing }: ChainView, at: TurnStep, key: string): ChainDecision {
  const { spec, state } = thing;
  const agent = reviews(at) ? spec.reviewer : spec.worker;
  const run: RunSpec = {
    purpose: {
      kind: 'agent',
      role: reads(at) ? 'analyze' : 'develop',
      agent,
      mode: reads(at) ? 'analysis' : 'write',
      prompt: promptOf(thing, at),
      resume: at.again?.conversation ?? null,
      copy: known(state, 'copy').path,
      hub: known(state, 'hub'),
    },
    deadlineMs: spec.settings.agent[agent]?.maxRuntimeMs ?? minutes(120),
    sandbox: spec.settings.sandbox,
  };
  return {
    kind: 'spawn',
    children: [{ kind: 'run', key, spec: run, state: { kind: 'requested' } }],
    state,
    said: [{ kind: 'chain_step_started', data: { step: key, agent } }],
  };
}

function judge({ thing: { state } }: ChainView, at: TurnStep, key: string, run: Run): ChainDecision {
  if (run.state.kind !== 'ended') return wait(key);
  const { result, ending } = run.state;
  const anew: TurnStep = { ...at, cuts: at.cuts + 1, again: null };
  if (ending?.kind === 'lost' && at.cuts < mostCuts)
    return advance(state, anew, [{ kind: 'chain_step_lost', data: { step: key } }]);
  if (result.kind === 'refused')
    return advance(state, trouble(`${key} could not begin: ${result.failure.message}`, anew));
  if (result.kind !== 'turn') throw new Error(`${key} came to ${result.kind}`);
  const { outcome, conversation } = result.turn;
  if (at.again !== null && isForgotten(at.again.conversation, result.turn)) return advance(state, anew);
  if (outcome.kind === 'limited' && outcome.until !== null)
    return advance(state, { kind: 'resting', until: outcome.until, back: anew }, [
      { kind: 'chain_limited', data: { step: key, until: outcome.until } },
    ]);
  if (outcome.kind !== 'answered' && outcome.kind !== 'refused_by_permission')
    return advance(state, trouble(`${key} came to no end: ${whyNoAnswer(outcome)}.`, anew));
  const next = follow(at, key, outcome.text, conversation);
  const file = (then: ChainStep): ChainStep => ({ kind: 'filing', name: key, text: outcome.text, next: then });
  return {
    kind: 'advance',
    state: go(
      { ...state, notes: [...state.notes, ...next.notes] },
      file(reads(at) ? { kind: 'restoring', next: next.at } : next.at),
      next.known,
    ),
    said: [{ kind: 'chain_step_ended', data: { step: key, what: next.said } }],
  };
}

type Next = {
  readonly at: ChainStep;
  readonly said: string;
  readonly notes: readonly string[];
  readonly known: Partial<ChainState['known']>;
};

const next = (at: ChainStep, said: string, more: Partial<Next> = {}): Next => ({
  at,
  said,
  notes: [],
  known: {},
  ...more,
});

function follow(at: TurnStep, key: string, text: string, conversation: string | null): Next {
  switch (at.turn) {
    case 'plan-review':
      return handed(at, key, conversation, parseReview(text), (review) => afterPlanReview(at, key, review));
    case 'plan-fix':
      return handed(at, key, conversation, parsePlan(text), (plan) =>
        next(turn('plan-review', at.round + 1, at.of), 'mended the plan', { known: { plan } }),
      );
    case 'review':
      return handed(at, key, conversation, parseReview(text), (review) => afterReview(at, key, review));
    case 'impl':
    case 'fix':
      return next({ kind: 'looking', round: at.turn === 'impl' ? 1 : at.round + 1, of: at.of, to: 'review' }, 'worked');
  }
}

/** What was not handed in is asked for once more; then it is a person's. */
function handed<T>(
  at: TurnStep,
  key: string,
  conversation: string | null,
  got: Handed<T>,
  take: (value: T) => Next,
): Next {
  if (got.ok) return take(got.value);
  if (at.again === null)
    return next({ ...at, again: { missing: got.missing, conversation } }, 'did not hand in what was asked for');
  const why = `${key} did not hand in what was asked for: ${got.missing.join('; ')}.`;
  return next(trouble(why, { ...at, cuts: at.cuts + 1, again: null }), 'did not hand in what was asked for, again');
}

function afterPlanReview(at: TurnStep, key: string, review: Review): Next {
  const work = turn('impl', 1, mostRounds);
  if (review.verdict === 'approve') return next(work, 'agrees with the plan');
  const fix = turn('plan-fix', at.round, at.of, review.findings);
  if (at.round < at.of) return next(fix, found(review));
  return next(noAgreement(key, review, fix, work), found(review));
}

function afterReview(at: TurnStep, key: string, review: Review): Next {
  const accept: ChainStep = { kind: 'looking', round: at.round, of: at.of, to: 'inspect' };
  const fix = turn('fix', at.round, at.of, review.findings);
  const notes = review.divergence === 'small' ? [`${key}: ${review.note || 'leaves the plan a little'}`] : [];
  if (review.divergence === 'large') {
    const back = turn('fix', at.round, Math.max(at.of, at.round + 1), [
      ...review.findings,
      `It leaves the plan: ${review.note}. Come back to the plan.`,
    ]);
    const text = `${key}: the work leaves its plan by much. ${review.note}`;
    return next({ kind: 'trouble', on: 'divergence', text, back, accept }, 'says that the work leaves its plan');
  }
  if (review.verdict === 'approve') return next(accept, 'agrees with the work', { notes });
  if (at.round < at.of) return next(fix, found(review), { notes });
  return next(noAgreement(key, review, fix, accept), found(review), { notes });
}

const found = ({ findings }: Review): string => `found ${findings.length}: ${findings[0] ?? ''}`;

const noAgreement = (key: string, { findings }: Review, fix: TurnStep, accept: ChainStep): ChainStep => ({
  kind: 'trouble',
  on: 'rounds',
  text: `${key}: no agreement after ${fix.round} rounds. Still found:\n${findings.map((each) => `- ${each}`).join('\n')}`,
  back: { ...fix, of: fix.of + mostRounds },
  accept,
});
