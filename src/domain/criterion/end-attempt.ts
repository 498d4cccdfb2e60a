// The end of an attempt: what the gates say is kept, and it is met, tried again, or blocked.
import type { Applied } from '../decision.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../fact/fact.ts';
import type { Attempt, Criterion, CriterionState, CriterionStep } from './criterion.ts';
import { failing, failureKey, withoutSay } from './judge-attempt.ts';
import { ended, to } from './moves.ts';

export function endAttempt(thing: Criterion, results: readonly GateResult[], tree: string): Applied<CriterionState> {
  const { state, spec } = thing;
  const before = state.history.at(-1);
  const noProgress = before !== undefined && before.tree === tree && failureKey(before.results) === failureKey(results);
  const attempt: Attempt = {
    number: state.attempt,
    agent: spec.agents[state.agent] ?? '',
    tree,
    results: results.map(lean),
    noProgress,
  };
  const failures = failing(results);
  const said: Said[] = [
    {
      kind: 'attempt_judged',
      data: {
        criterion: spec.label,
        attempt: state.attempt,
        tree,
        verdicts: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
        noProgress,
      },
    },
  ];
  const next = { ...state, history: [...state.history, attempt] };
  if (failures.length === 0)
    return to(next, ended({ kind: 'passed', tree, unverified: withoutSay(results, spec.gatePlan) }), said);
  if (state.attempt >= spec.attempts)
    return to(
      next,
      ended({ kind: 'blocked', why: `${state.attempt} attempts, and the gates still say no: ${names(failures)}` }),
      said,
    );
  return { state: tryAgain(thing, { ...next, attempt: state.attempt + 1 }, noProgress, failures), said };
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
      ...{ ...state, at: again, idle, conversation: null, agent: state.agent + 1 },
      handover: { from: thing.spec.agents[state.agent] ?? '', answer: state.answer ?? null, failures: [] },
    };
  return {
    ...state,
    idle,
    at: ended({
      kind: 'blocked',
      why: `${idle} attempts without progress, and the gates still say no: ${names(failures)}`,
    }),
  };
}

const names = (results: readonly GateResult[]): string => results.map((result) => result.gate).join(', ');
/** The history keeps what a person and the next prompt need; whole lists of passing tests are in the evidence. */
export const lean = (result: GateResult): GateResult => ({
  ...result,
  ids: result.ids === null ? null : { passed: [], failed: result.ids.failed, skipped: [] },
});
