// Gates on what two tasks come to when they are put together: a run each, one after another, of which each begins the next.
import type { ChildDraft, Decision } from '../decision.ts';
import type { Said } from '../fact/fact.ts';
import { type Ending, isCut } from './ending.ts';
import type { Run, RunResult, RunSpec, RunState } from './run.ts';

export type TrialPurpose = Extract<RunSpec['purpose'], { kind: 'trial' }>;

/** Null: that was the last, or what it came to tells nothing of those after it. */
export function nextInTrial(
  { id, spec, state }: Run,
  { cancelled, children }: { readonly cancelled: boolean; readonly children: readonly unknown[] },
): Decision<RunState> | null {
  const { purpose } = spec;
  if (purpose.kind !== 'trial' || state.kind !== 'ended' || cancelled || children.length > 0) return null;
  const [, next, ...later] = purpose.gates;
  if (next === undefined || !goesOn(state)) return null;
  const { began = id } = purpose;
  const after: RunSpec = {
    ...spec,
    purpose: { ...purpose, gates: [next, ...later], began },
    deadlineMs: next.deadlineMs,
  };
  const child: ChildDraft = { kind: 'run', key: next.gate, spec: after, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state, said: [] };
}

/** Red or green. */
const goesOn = ({ ending, result }: Pick<Extract<RunState, { kind: 'ended' }>, 'ending' | 'result'>): boolean =>
  result.kind === 'gate' && ending !== null && !isCut(ending);

/** No gate comes after it, whatever it comes to. */
export const isLastOfTrial = (
  { gates }: TrialPurpose,
  came: { readonly ending: Ending; readonly result: RunResult },
): boolean => gates.length === 1 || !goesOn(came);

export function sayTrial({ spec: { purpose } }: Run, came: { ending: Ending; result: RunResult }): readonly Said[] {
  if (purpose.kind !== 'trial' || came.result.kind !== 'gate' || isCut(came.ending)) return [];
  const { gate, verdict, why } = came.result.result;
  return [{ kind: 'trial_judged', data: { with: purpose.other, gate, verdict, why } }];
}
