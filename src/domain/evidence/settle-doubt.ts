// Tests that passed on the base and fail now are run once more at once: what passes then is flaky, which is told and stops nothing.
import { sayFew } from '../text/counted.ts';
import type { GateDefinition } from './gate-plan.ts';
import { fileOf, titleOf } from './test-id.ts';
import type { Finding, GateResult } from './verdict.ts';

/** More that fail at once are no chance. */
const mostDoubted = 20;

/** Whoever must run all of its tests again does so where they took no longer. */
const mostWholeMs = 120_000;

/** What is run again: files, or all (`only` null) where its runner cannot run one apart. Null: nothing is in doubt. A test that is new, or that failed before, is not. */
export function runAgain(
  { gate, reach }: Pick<GateDefinition, 'gate' | 'reach'>,
  base: Pick<GateResult, 'ids'> | null,
  { verdict, ids, left, durationMs }: Pick<GateResult, 'verdict' | 'ids' | 'left' | 'durationMs'>,
): { readonly only: readonly string[] | null } | null {
  if (gate !== 'test' || verdict !== 'failed' || left !== undefined) return null;
  if (ids === null || base?.ids == null) return null;
  const fresh = freshOf(base, ids);
  const passedThere = new Set(base.ids.passed);
  if (fresh.length === 0 || fresh.length > mostDoubted || !fresh.every((id) => passedThere.has(id))) return null;
  if (reach !== undefined && reach.files !== 'no') return { only: [...new Set(fresh.map(fileOf))] };
  return durationMs <= mostWholeMs ? { only: null } : null;
}

function freshOf(base: Pick<GateResult, 'ids'>, ids: NonNullable<GateResult['ids']>): readonly string[] {
  const known = new Set(base.ids?.failed ?? []);
  return ids.failed.filter((id) => !known.has(id));
}

/** Where one of them fails again, or another does, the first run stands as it was. */
export function settleDoubt(base: Pick<GateResult, 'ids'>, first: GateResult, again: GateResult): GateResult {
  const { doubted: _, ...stands } = first;
  if (first.ids === null || again.ids === null || again.left !== undefined) return stands;
  const flaky = freshOf(base, first.ids);
  const now = new Set(again.ids.passed);
  if (freshOf(base, again.ids).length > 0 || !flaky.every((id) => now.has(id))) return stands;
  const failed = first.ids.failed.filter((id) => !flaky.includes(id));
  const names = sayFew(
    flaky.map((id) => `"${titleOf(id)}"`),
    5,
  );
  return {
    ...stands,
    ...(failed.length === 0 && { verdict: 'passed', exit: again.exit, signal: again.signal }),
    why: `${flaky.length} flaky: ${names} failed, and passed when run again at once`,
    ids: { ...first.ids, failed, passed: [...first.ids.passed, ...flaky].sort() },
    counts: first.counts && {
      ...first.counts,
      passed: first.counts.passed + flaky.length,
      failed: Math.max(0, first.counts.failed - flaky.length),
    },
    findings: [...first.findings, ...flaky.map(noted)],
  };
}

const noted = (id: string): Finding => ({
  gate: 'test',
  what: `a flaky test: "${titleOf(id)}": failed, then passed`,
  file: fileOf(id),
  line: null,
  weight: 'note',
  flaky: true,
});
