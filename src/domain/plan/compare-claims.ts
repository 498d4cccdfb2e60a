// What an agent says of its work beside what was measured: the difference is told, and what was measured counts.

import type { Change } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { sayFew } from '../text/counted.ts';
import type { WorkReport } from './work-report.ts';

/** One sentence for each difference; none: it says what is so, or nothing that can be compared. `changes`: since the base. */
export function compareClaims(
  report: WorkReport,
  results: readonly GateResult[],
  changes: readonly Pick<Change, 'path' | 'from'>[],
): readonly string[] {
  return [
    ...claimedDone(report, results),
    ...claimedResults(report, results),
    ...claimedCoverage(report, results),
    ...claimedFiles(report, changes),
  ];
}

function claimedDone({ status }: WorkReport, results: readonly GateResult[]): readonly string[] {
  const against = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'timeout');
  if (status !== 'complete' || against.length === 0) return [];
  return [
    `it says that it is done; ${sayFew(
      against.map(({ gate }) => gate),
      5,
    )} ${against.length === 1 ? 'says' : 'say'} no`,
  ];
}

/** Fewer that passed may be those that it ran. */
function claimedResults({ results: said }: WorkReport, results: readonly GateResult[]): readonly string[] {
  const counts = results.find(({ gate }) => gate === 'test')?.counts ?? null;
  if (said === null || counts === null) return [];
  if (said.failed === counts.failed && said.passed <= counts.passed) return [];
  return [
    `it says that ${said.passed} tests passed and ${said.failed} failed; ${counts.passed} passed and ${counts.failed} failed`,
  ];
}

/** As it is said: to a tenth. */
function claimedCoverage({ coverage }: WorkReport, results: readonly GateResult[]): readonly string[] {
  const measured = results.find((result) => result.coverage?.kind === 'measured')?.coverage;
  if (coverage === null || measured?.kind !== 'measured' || measured.overall.of === 0) return [];
  const share = (100 * measured.overall.ran) / measured.overall.of;
  return Math.abs(share - coverage) < 1 ? [] : [`it says that ${coverage} % are covered; ${share.toFixed(1)} % are`];
}

/** A longer list may be only the beginning of one. */
const mostCompared = 200;

function claimedFiles(
  { files, tests }: WorkReport,
  changes: readonly Pick<Change, 'path' | 'from'>[],
): readonly string[] {
  if (changes.length > mostCompared) return [];
  const changed = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  const untouched = [...new Set([...files, ...tests])]
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => !changed.has(path));
  return untouched.length === 0 ? [] : [`it says that it changed ${sayFew(untouched, 5)}; that is as it was`];
}
