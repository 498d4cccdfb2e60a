// The end of an attempt: what the gates say is kept, and it is met, tried again, or blocked.
import type { Applied } from '../decision.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import { compareClaims } from '../plan/compare-claims.ts';
import { sayFew } from '../text/counted.ts';
import { confidenceIn, enoughConfidence } from './confidence.ts';
import type { Attempt, Criterion, CriterionState, CriterionStep, Inspected } from './criterion.ts';
import { failing, failureKey, withoutSay } from './judge-attempt.ts';
import { ended, to, turnKey } from './moves.ts';

export function endAttempt(
  thing: Criterion,
  results: readonly GateResult[],
  { tree, changes }: Pick<Inspected, 'tree' | 'changes'>,
): Applied<CriterionState> {
  const { state, spec } = thing;
  const differs = state.report == null ? [] : compareClaims(state.report, results, changes);
  const before = state.history.at(-1) ?? spec.earlier;
  const failures = failing(results);
  const { status, reason = '', left = [] } = state.report ?? {};
  const met = failures.length === 0 && left.length === 0 && status !== 'blocked';
  const isSame = before?.tree === tree && failureKey(before.results) === failureKey(results);
  // A form that is left as it was is no failure.
  const noProgress = isSame && !met;
  const confidence = met
    ? null
    : confidenceIn({ failed: state.history.filter(({ green }) => !green).length + 1, doubts: spec.doubts });
  const attempt: Attempt = {
    number: state.attempt,
    agent: spec.agents[state.agent] ?? '',
    tree,
    results: results.map(lean),
    noProgress,
    turn: turnKey(state.runs),
    ...(state.conversation !== null && { conversation: state.conversation }),
    ...(confidence !== null && { confidence }),
    ...(differs.length > 0 && { differs }),
    ...(spec.beats && { beat: state.beat ?? spec.beats[0] }),
  };
  const said: Said[] = [
    {
      kind: 'attempt_judged',
      data: {
        criterion: spec.label,
        attempt: state.attempt,
        tree,
        verdicts: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
        noProgress,
        ...(confidence !== null && { confidence }),
        ...(differs.length > 0 && { differs }),
      },
    },
  ];
  const next = { ...state, history: [...state.history, attempt] };
  if (status === 'blocked')
    return to(next, ended({ kind: 'blocked', why: `its agent says that it is blocked: ${reason}` }), said);
  if (confidence === null)
    return to(next, ended({ kind: 'passed', tree, unverified: withoutSay(results, spec.gatePlan) }), said);
  if (state.attempt >= spec.attempts)
    return to(next, ended({ kind: 'blocked', why: afterAttempts(state.attempt, failures, left) }), said);
  const again = tryAgain(thing, { ...next, attempt: state.attempt + 1 }, noProgress, failures);
  return doubt(thing, again, confidence, said);
}

/** Below what is enough another agent looks at it; where there is none it goes on, and that is said once. */
function doubt(
  { spec: { label, agents, looks } }: Criterion,
  state: CriterionState,
  confidence: number,
  said: readonly Said[],
): Applied<CriterionState> {
  if (looks === undefined || state.at.kind === 'ended' || confidence >= enoughConfidence) return { state, said };
  if (!looks.by.some((agent) => agent !== agents[state.agent])) {
    if (state.alone === true) return { state, said };
    return {
      state: { ...state, alone: true },
      said: [...said, { kind: 'nobody_advises', data: { criterion: label, confidence } }],
    };
  }
  return looks.left > 0 ? to(state, ended({ kind: 'doubted', confidence }), said) : { state, said };
}

/** The 1st attempt without progress gets a fresh conversation, the 2nd the next agent (or blocks where there is none), the 3rd blocks. */
function tryAgain(
  thing: Criterion,
  state: CriterionState,
  noProgress: boolean,
  failures: readonly GateResult[],
): CriterionState {
  const again: CriterionStep = { kind: 'prompting', cut: false };
  if (!noProgress) return { ...state, at: again, idle: 0 };
  const idle = state.idle + 1;
  if (idle === 1) return { ...state, at: again, idle, conversation: null };
  if (idle === 2 && state.agent + 1 < thing.spec.agents.length)
    return {
      ...state,
      at: again,
      idle,
      conversation: null,
      agent: state.agent + 1,
      handover: { from: thing.spec.agents[state.agent] ?? '', answer: state.answer ?? null, failures: [] },
    };
  return {
    ...state,
    idle,
    at: ended({
      kind: 'blocked',
      why: afterIdle(idle, failures, state.report?.left ?? []),
    }),
  };
}

const afterAttempts = (count: number, failures: readonly GateResult[], left: readonly string[]): string =>
  failures.length > 0
    ? `${count} attempts, and the gates still say no: ${names(failures)}`
    : `${count} attempts, and its agent says that this is left: ${sayLeft(left)}`;

const afterIdle = (count: number, failures: readonly GateResult[], left: readonly string[]): string =>
  failures.length > 0
    ? `${count} attempts without progress, and the gates still say no: ${names(failures)}`
    : `${count} attempts without progress, and its agent says that this is left: ${sayLeft(left)}`;

const sayLeft = (left: readonly string[]): string => sayFew(left, 5, '; ');

const names = (results: readonly GateResult[]): string => results.map((result) => result.gate).join(', ');
/** The history keeps what a person and the next prompt need; whole lists of passing tests are in the evidence. */
export const lean = (result: GateResult): GateResult => ({
  ...result,
  ids: result.ids === null ? null : { passed: [], failed: result.ids.failed, skipped: [] },
});
