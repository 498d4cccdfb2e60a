// The base's own tests on the new code, where nothing tells one test from another: they pass as a whole, or a person is asked.

import { builtIn } from '../criterion/judge-attempt.ts';
import { sayFew } from '../text/counted.ts';
import { showPath } from '../text/safe/show-path.ts';
import { sayExpectations, untoldTests } from './say-expectations.ts';
import type { Finding, GateResult } from './verdict.ts';

/** `text`: of a test file that was changed or removed, as it is now; null: it is gone. */
export type Touched = { readonly path: string; readonly text: string | null };

/** `ran`: all that the runner has, with the test files of the base. A yes holds for the same test files. */
export function judgeUnnamed(
  ran: GateResult,
  touched: readonly Touched[],
  sha256: (text: string) => string,
): GateResult {
  if (ran.verdict === 'passed' && ran.exit === 0)
    return builtIn('expectations', 'passed', `the tests pass as they were, as a whole; ${untoldTests}`);
  const finding: Finding = {
    gate: 'expectations',
    file: null,
    line: null,
    weight: 'note',
    needs: 'yes',
    what: `the tests as they were do not pass with the change (${ran.why}), and nothing names which: ${listed(touched)}`,
    key: sha256(JSON.stringify(touched)),
  };
  return builtIn('expectations', 'passed', `${sayExpectations(0, [finding])}; ${untoldTests}`, [finding]);
}

const listed = (touched: readonly Touched[]): string =>
  sayFew(
    touched.map(({ path }) => showPath(path)),
    5,
  );
