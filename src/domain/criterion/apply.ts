// What a criterion makes of the results of its effects.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect.ts';
import type { Failure } from '../error.ts';
import type { GateResult } from '../evidence/verdict.ts';
import type { Said } from '../thing.ts';
import type { Attempt, Criterion, CriterionOutcome, CriterionState, CriterionStep } from './criterion.ts';
import { byGate, failing, failureKey, fromFindings, guardTests, withoutSay } from './judge-attempt.ts';

export function applyCriterion(thing: Criterion, performed: Performed): Applied<CriterionState> {
  const { state } = thing;
  const { at } = state;
  if (performed.result.kind === 'failed') return to(state, ended(blockedBy(performed.result.failure)));
  const goTo = (step: CriterionStep, said: readonly Said[] = []) => to(state, step, said);
  switch (performed.name) {
    case 'snapshot': {
      if (at.kind === 'keeping') return goTo({ kind: 'prompting', cut: true });
      return goTo({ kind: 'inspecting', tree: performed.result.output.tree, changes: performed.result.output.changes });
    }
    case 'inspect-change':
      if (at.kind !== 'inspecting') return { state, said: [] };
      return goTo({ kind: 'staging', found: { tree: at.tree, changes: at.changes, ...performed.result.output } });
    case 'stage-tree': {
      if (at.kind === 'staging')
        return goTo({ kind: 'gating', found: at.found, folder: performed.result.output.folder, results: [] });
      if (at.kind === 'staging_red') return goTo({ ...at, kind: 'red', folder: performed.result.output.folder });
      return { state, said: [] };
    }
    case 'meter-day':
      return { state: { ...state, metered: { runs: state.runs, used: performed.result.output } }, said: [] };
    case 'record-evidence':
      return at.kind === 'recording' ? judge(thing, at.results, at.found.tree) : { state, said: [] };
    default:
      throw new Error(`a criterion never performs ${performed.name}`);
  }
}

/** All that was found in the tree without running anything, and what the test counts say. */
export function staticResults(
  thing: Criterion,
  found: Extract<CriterionStep, { kind: 'staging' }>['found'],
  results: readonly GateResult[],
): readonly GateResult[] {
  return [
    fromFindings('tamper', [...found.tamper, ...guardTests(thing.spec.baseline, results)]),
    fromFindings('secrets', found.secrets),
    ...byGate(found.others ?? []),
  ];
}

function judge(thing: Criterion, results: readonly GateResult[], tree: string): Applied<CriterionState> {
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

const to = (state: CriterionState, at: CriterionStep, said: readonly Said[] = []): Applied<CriterionState> => ({
  state: { ...state, at },
  said,
});
/** A copy that is gone, and what a hub lost, are the task's to bring back. */
export const blockedBy = (failure: Failure): CriterionOutcome => ({
  kind: 'blocked',
  why: failure.message,
  ...((failure.error_code === 'COPY_MISSING' || failure.details?.remade === true) && { lost: failure }),
});
export const ended = (outcome: CriterionOutcome): CriterionStep => ({ kind: 'ended', outcome });
const names = (results: readonly GateResult[]): string => results.map((result) => result.gate).join(', ');
/** The history keeps what a person and the next prompt need; whole lists of passing tests are in the evidence. */
const lean = (result: GateResult): GateResult => ({
  ...result,
  ids: result.ids === null ? null : { passed: [], failed: result.ids.failed, skipped: [] },
});
