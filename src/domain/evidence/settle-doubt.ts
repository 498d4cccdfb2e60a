// Tests that passed on the base and fail now are run once more at once: what passes then is flaky, which is told and stops nothing.
import { sayFew } from '../text/counted.ts';
import type { GateDefinition } from './gate-plan.ts';
import { fileOf, titleOf } from './test-id.ts';
import type { Finding, GateResult } from './verdict.ts';

/** More that fail at once are no chance. */
const mostDoubted = 20;

/** The files to run again; null: nothing is in doubt. A test that is new, or that failed before, is not: nor is one whose runner cannot run it apart. */
export function filesInDoubt(
  { gate, reach }: Pick<GateDefinition, 'gate' | 'reach'>,
  base: Pick<GateResult, 'ids'> | null,
  { verdict, ids, left }: Pick<GateResult, 'verdict' | 'ids' | 'left'>,
): readonly string[] | null {
  if (gate !== 'test' || verdict !== 'failed' || left !== undefined) return null;
  if (reach === undefined || reach.files === 'no' || ids === null || base?.ids == null) return null;
  const fresh = freshOf(base, ids);
  const passedThere = new Set(base.ids.passed);
  if (fresh.length === 0 || fresh.length > mostDoubted || !fresh.every((id) => passedThere.has(id))) return null;
  return [...new Set(fresh.map(fileOf))];
}

function freshOf(base: Pick<GateResult, 'ids'>, ids: NonNullable<GateResult['ids']>): readonly string[] {
  const known = new Set(base.ids?.failed ?? []);
  return ids.failed.filter((id) => !known.has(id));
}

/** Where one of them fails again, the first run stands as it was. */
export function settleDoubt(base: Pick<GateResult, 'ids'>, first: GateResult, again: GateResult): GateResult {
  const { doubted: _, ...stands } = first;
  if (first.ids === null || again.ids === null || again.left !== undefined) return stands;
  const flaky = freshOf(base, first.ids);
  const now = new Set(again.ids.passed);
  if (again.ids.failed.some((id) => flaky.includes(id)) || !flaky.every((id) => now.has(id))) return stands;
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
});
