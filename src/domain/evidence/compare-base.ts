// Failures that the base already has are told apart from those of the change.

import { hasSunk } from './coverage.ts';
import type { GateResult } from './verdict.ts';

type Compared = Pick<GateResult, 'gate' | 'verdict' | 'ids' | 'counts' | 'coverage'>;

export type BaseComparison = {
  /** Ids that fail now and did not fail on the base. */
  readonly fresh: readonly string[];
  /** Ids that fail now and failed on the base already: `pre-existing`. */
  readonly preExisting: readonly string[];
  /** Ids that failed on the base and pass now. */
  readonly fixed: readonly string[];
  /** Whether the gate stops the change: by ids where both sides have them, else by verdicts. */
  readonly worse: boolean;
  /** Both fail, and no ids on both sides tell the failures apart: neither worse nor a pass. */
  readonly untold: boolean;
  readonly why: string;
};

/** `base` null: the gate has not run there, so everything counts as fresh. A time-out, a gate that failed with no failing id, or one that told its tests on the base and tells none now is never excused. */
export function compareBase(base: Compared | null, now: Compared): BaseComparison {
  const failing = now.ids?.failed ?? [];
  const known = new Set(base?.ids?.failed ?? []);
  const fresh = failing.filter((id) => !known.has(id));
  const preExisting = failing.filter((id) => known.has(id));
  const fixed = (now.ids?.passed ?? []).filter((id) => known.has(id));
  return { fresh, preExisting, fixed, untold: false, ...judge(base, now, fresh, preExisting) };
}

/** Its failing tests have names, so that later failures can be told from them. */
export const tellsFailures = ({ ids }: Pick<GateResult, 'ids'>): boolean => (ids?.failed.length ?? 0) > 0;

type Judged = Pick<BaseComparison, 'worse' | 'why'> & Partial<Pick<BaseComparison, 'untold'>>;

function judge(base: Compared | null, now: Compared, fresh: readonly string[], preExisting: readonly string[]): Judged {
  if (now.verdict === 'not_configured' && (base?.verdict === 'passed' || base?.verdict === 'failed'))
    return { worse: true, why: 'ran on the base, and runs nothing now' };
  if (now.verdict !== 'failed' && now.verdict !== 'timeout') return { worse: false, why: 'nothing failed' };
  if (now.verdict === 'timeout') return { worse: true, why: 'did not end in time' };
  if (base?.verdict === 'failed' && hasSunk(now.coverage, base.coverage))
    return { worse: true, why: 'less is covered than on the base' };
  if (base?.verdict === 'failed' && !tellsFailures(base))
    return {
      worse: false,
      untold: true,
      why: 'failed on the base already, and nothing tells its failures there from those of the change',
    };
  if (fresh.length > 0)
    return {
      worse: true,
      why: `${fresh.length} ${fresh.length === 1 ? 'test fails' : 'tests fail'} that did not fail on the base`,
    };
  if (preExisting.length > 0)
    return { worse: false, why: `pre-existing: ${preExisting.length} failing on the base already` };
  if (now.ids === null && base?.verdict === 'failed')
    return { worse: true, why: 'failed without a word of its tests, which the base had' };
  return { worse: true, why: 'failed, and did not fail on the base' };
}
