// Processes that outlive the run they belong to: they can write its report afterwards, or change what runs next.
import type { GateResult } from './verdict.ts';

/** What such a run says counts for nothing. Null: it left none, or no more than the base leaves as well. */
export function outlived(base: GateResult | null, { left = 0 }: Pick<GateResult, 'left'>): string | null {
  if (left === 0 || base?.left !== undefined) return null;
  const many = left === 1 ? 'a process that it started outlives' : `${left} processes that it started outlive`;
  return `${many} it and cannot be ended, so nothing that it reports counts: let the tests end what they start`;
}

export function unlessOutlived(base: GateResult | null, result: GateResult): GateResult {
  const why = outlived(base, result);
  return why === null ? result : { ...result, verdict: 'failed', why, counts: null, ids: null };
}
