// Two runs of the tests compared: a suite that shrank or began to skip is not a suite that passes.

import { sayFew } from '../text/counted.ts';
import type { Counts, Finding, GateResult, TestIds } from './verdict.ts';

/** `unnamed`: it named its tests, but the names were not kept. Without verdict and duration its length says nothing. */
export type TestRun = {
  readonly counts: Counts | null;
  readonly ids: TestIds | null;
  readonly unnamed?: true;
} & Partial<Pick<GateResult, 'verdict' | 'durationMs'>>;

/** Findings of the tamper guard. `base` without counts and ids: nothing to compare with, no findings. */
export function judgeTests(base: TestRun, now: TestRun): readonly Finding[] {
  return [...unreported(base, now), ...fewer(base, now), ...skipped(base, now), ...short(base, now)];
}

/** Whoever prints numbers instead of the report that was asked for tells nothing. */
const unreported = (base: TestRun, now: TestRun): Finding[] =>
  base.ids !== null && now.ids === null && now.counts !== null && now.unnamed !== true
    ? [finding('the base reported its tests by name; now there is no report, and what is printed does not count')]
    : [];

function fewer(base: TestRun, now: TestRun): Finding[] {
  if (base.counts !== null && now.counts === null)
    return [finding(`the base ran ${base.counts.total} tests; now no test can be counted`)];
  if (base.counts === null || now.counts === null || ran(now.counts) >= ran(base.counts)) return [];
  return [
    finding(
      `fewer tests run than on the base: ${ran(now.counts)} of ${ran(base.counts)}${named(lost(base, now))}`,
      'removed',
    ),
  ];
}

function skipped(base: TestRun, now: TestRun): Finding[] {
  const before = new Set(base.ids?.skipped ?? []);
  const ranBefore = new Set([...(base.ids?.passed ?? []), ...(base.ids?.failed ?? [])]);
  const added = (now.ids?.skipped ?? []).filter((id) => !before.has(id) && ranBefore.has(id));
  if (added.length > 0) return [finding(`tests that ran on the base are skipped now${named(added)}`, 'silenced')];
  if (base.ids !== null || base.counts === null || now.counts === null || now.counts.skipped <= base.counts.skipped)
    return [];
  return [finding(`${now.counts.skipped} tests skipped, ${base.counts.skipped} on the base`, 'silenced')];
}

/** A shorter run says nothing by its length. */
const longMs = 10_000;

/** Where tests have no names, that it took a tenth of the time is all that tells that most of them did not run. */
function short(base: TestRun, now: TestRun): Finding[] {
  const [before = 0, took = 0] = [base.durationMs, now.durationMs];
  const isTold = base.ids !== null || now.ids !== null || base.verdict !== 'passed' || now.verdict !== 'passed';
  if (isTold || before < longMs || took * 10 >= before) return [];
  return [finding(`the tests took ${seconds(took)} s, ${seconds(before)} s on the base, and nothing names them`)];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Skipped ones are not run. */
export const ran = (counts: Counts): number => counts.total - counts.skipped;

function lost(base: TestRun, now: TestRun): readonly string[] {
  if (base.ids === null || now.ids === null) return [];
  const there = new Set([...now.ids.passed, ...now.ids.failed]);
  return [...base.ids.passed, ...base.ids.failed].filter((id) => !there.has(id));
}

function named(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `: ${sayFew(ids, 5, '; ')}`;
}

const finding = (what: string, edits?: 'removed' | 'silenced'): Finding => ({
  gate: 'tamper',
  what,
  file: null,
  line: null,
  weight: 'fail',
  ...(edits && { edits }),
});
