// Counts from what runners print for people: second best, where no report could be asked for. Several summaries are added up.
import type { Runner } from '../../domain/evidence/gate-plan.ts';
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

/** null where nothing that counts was printed. `text` is free of control sequences. */
export function readSummary(runner: Runner, text: string): Counts | null {
  const lines = text.split('\n');
  switch (runner) {
    case 'pytest':
      return readPytest(lines);
    case 'node:test':
      return total(
        lines.flatMap(
          (line) =>
            /^(?:ℹ|#) (pass|fail|cancelled|skipped|todo) (\d+)\s*$/.exec(line)?.slice(1).reverse().join(' ') ?? [],
        ),
      );
    case 'jest':
      return withBrokenFiles(lines, /^Tests:\s+(.*), \d+ total/, /^Test Suites:\s+(?:(\d+) failed)?/);
    case 'vitest':
      return withBrokenFiles(lines, /^\s*Tests\s+(.*)\s\(\d+\)/, /^\s*Test Files\s+(?:(\d+) failed)?/);
  }
}

/** The last line that counts, for failures repeat numbers above it: `9 passed, 1 failed, 1 error in 0.1s`. */
function readPytest(lines: readonly string[]): Counts | null {
  if (lines.some((line) => /^=* ?no tests ran\b/.test(line))) return total(['0 passed']);
  const line = lines.findLast((each) =>
    /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b/.test(each),
  );
  return line === undefined ? null : total([line]);
}

/** A file that does not load has no tests to count, so it counts itself. */
function withBrokenFiles(lines: readonly string[], tests: RegExp, files: RegExp): Counts | null {
  const counted = lines.flatMap((line) => tests.exec(line)?.[1] ?? []);
  const broken = lines.reduce((sum, line) => sum + Number(files.exec(line)?.[1] ?? 0), 0);
  const counts = total(counted);
  if (counts !== null && counts.failed > 0) return counts;
  return broken > 0 ? total([...counted, `${broken} failed`]) : counts;
}

function total(parts: readonly string[]): Counts | null {
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
