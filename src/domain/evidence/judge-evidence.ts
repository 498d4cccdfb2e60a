// May this very tree be submitted? Only on evidence that exists, passes, and belongs to it.
import { fail, ok, type Result } from '../error.ts';
import type { Evidence, GateResult } from './verdict.ts';

type Wanted = { readonly base: string; readonly tree: string; readonly definitions: string };

/** The newest word of each gate on this tree counts. `EVIDENCE_MISSING`: none, or no test was proven; `EVIDENCE_STALE`: it belongs to another tree, base or definitions. */
export function judgeEvidence(chain: readonly Evidence[], wanted: Wanted): Result<readonly GateResult[]> {
  const mine = chain.filter(
    (link) => link.tree === wanted.tree && link.base === wanted.base && link.definitions === wanted.definitions,
  );
  if (mine.length === 0 && chain.length > 0)
    return fail(
      'EVIDENCE_STALE',
      `the evidence belongs to another tree, base or gate definitions than ${wanted.tree.slice(0, 12)}`,
    );
  const newest = [...new Map(mine.map((link) => [link.result.gate, link.result])).values()];
  const against = newest.filter((result) => result.verdict === 'failed' || result.verdict === 'timeout');
  if (against.length > 0)
    return fail('EVIDENCE_MISSING', `gates say no: ${against.map((result) => result.gate).join(', ')}`);
  if (!newest.some((result) => result.gate === 'test' && result.verdict === 'passed'))
    return fail('EVIDENCE_MISSING', 'no passing test gate is on record for this tree');
  return ok(newest);
}
