// Counts from what runners print for people. Several summaries are added up.
import type { Counts } from '../../domain/evidence/verdict.ts';

type Tally = { passed: number; failed: number; skipped: number };

const WORDS: Readonly<Record<string, keyof Tally>> = {
  passed: 'passed',
  pass: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  fail: 'failed',
  error: 'failed',
  errors: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
  xfailed: 'skipped',
  pending: 'skipped',
};

/** Lines that match `tests` hold the counts. A file that does not load has no tests to count, so it counts itself: `files` finds how many. */
export function countWithBrokenFiles(text: string, tests: RegExp, files: RegExp): Counts | null {
  const lines = text.split('\n');
  const counted = lines.flatMap((line) => tests.exec(line)?.[1] ?? []);
  const broken = lines.reduce((sum, line) => sum + Number(files.exec(line)?.[1] ?? 0), 0);
  const counts = sumUp(counted);
  if (counts !== null && counts.failed > 0) return counts;
  return broken > 0 ? sumUp([...counted, `${broken} failed`]) : counts;
}

/** Of parts like `9 passed, 1 failed`; null where none of their words counts. */
export function sumUp(parts: readonly string[]): Counts | null {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  let seen = false;
  for (const [, number, word = ''] of parts.flatMap((part) => [...part.matchAll(/(\d{1,9}) ([a-z]+)/g)])) {
    const kind = WORDS[word];
    if (kind === undefined) continue;
    tally[kind] += Number(number);
    seen = true;
  }
  return seen ? { ...tally, total: tally.passed + tally.failed + tally.skipped } : null;
}
