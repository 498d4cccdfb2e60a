// What a run of the tests says of a mutant. A runner that did not begin says nothing, whatever it ended with.
import { readFileSync } from 'node:fs';
import type { Ran } from './run-program.ts';

/** As vitest's JSON reporter writes it. */
export type RunReport = { readonly testResults: readonly { readonly name: string; readonly status: string }[] };

export type Verdict = 'killed' | 'survived' | 'not run';

/** `report`: null where none was written. A file that fails while it loads was begun; so was what hangs. */
export function judgeRun(code: Ran['code'], report: RunReport | null): Verdict {
  if (code === 'timeout') return 'killed';
  if (report === null || report.testResults.length === 0) return 'not run';
  return code === 0 ? 'survived' : 'killed';
}

export function readRunReport(path: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunReport;
  } catch {
    return null;
  }
}
