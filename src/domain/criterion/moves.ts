// The small moves that all steps of a criterion share, and the shape of a step's row.
import type { Applied, ChildDraft, Decision } from '../decision.ts';
import type { Failure } from '../error.ts';
import type { Said } from '../fact/fact.ts';
import type { RunSpec } from '../run/run.ts';
import type { StepRow } from '../step-table.ts';
import type {
  Aside,
  Criterion,
  CriterionNow,
  CriterionOutcome,
  CriterionState,
  CriterionStep,
  Step,
} from './criterion.ts';

export type CriterionDecision = Decision<CriterionState>;

export type CriterionRow<At> = StepRow<CriterionNow, CriterionState, At> & {
  /** For a person: `develops SC-2, attempt 3`; `where` is the latter. */
  readonly says: (where: string, criterion: Criterion) => string;
};

/** Some of the steps' rows. */
export type CriterionRows<Kind extends CriterionStep['kind']> = {
  readonly [Each in Kind]: CriterionRow<Step<Each>>;
};

export const to = (state: CriterionState, at: CriterionStep, said: readonly Said[] = []): Applied<CriterionState> => ({
  state: { ...state, at },
  said,
});

export const advance = (state: CriterionState, at: CriterionStep, said: readonly Said[] = []): CriterionDecision => ({
  kind: 'advance',
  ...to(state, at, said),
});

export const wait = (on: string): CriterionDecision => ({ kind: 'wait', until: null, on });

export function spawn(state: CriterionState, key: string, run: RunSpec, said: readonly Said[] = []): CriterionDecision {
  const child: ChildDraft = { kind: 'run', key, spec: run, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state, said };
}

/** Where a turn is due once more that was waited for: there, or (absent) the next of its own. */
export const turnDue = (back: Aside | undefined, cut: boolean): CriterionStep =>
  back === undefined ? { kind: 'prompting', cut } : { kind: back, key: null };

/** Of the turn that was begun as its so-manieth run. */
export const turnKey = (runs: number): string => `turn-${runs}`;

export const ended = (outcome: CriterionOutcome): CriterionStep => ({ kind: 'ended', outcome });

/** A copy that is gone, and what a hub lost, are the task's to bring back. */
export const blockedBy = (failure: Failure): CriterionOutcome => ({
  kind: 'blocked',
  why: failure.message,
  ...((failure.error_code === 'COPY_MISSING' || failure.details?.remade === true) && { lost: failure }),
});
