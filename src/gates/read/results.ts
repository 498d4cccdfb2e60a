// What a runner said about its tests, whatever the format.
import { testId } from '../../domain/evidence/test-id.ts';
import type { Counts, TestIds } from '../../domain/evidence/verdict.ts';

export type Status = 'passed' | 'failed' | 'skipped';

export type TestCase = {
  /** Relative to the checkout where that is known; empty where the format names no file. */
  readonly file: string;
  /** Suites and name; empty: the file as a whole. */
  readonly path: readonly string[];
  readonly status: Status;
  /** Of a failure: message and stack. */
  readonly text: string;
};

export type Results = { readonly counts: Counts; readonly ids: TestIds | null; readonly failures: readonly TestCase[] };

/** Ids are told once each: failed wins over passed, passed over skipped. Counts count every case. */
export function gather(cases: readonly TestCase[]): Results {
  const worst = new Map<string, Status>();
  for (const each of cases) {
    const id = idOf(each);
    worst.set(id, worse(worst.get(id), each.status));
  }
  const ids: Record<Status, string[]> = { passed: [], failed: [], skipped: [] };
  for (const [id, status] of worst) ids[status].push(id);
  const count = (status: Status) => cases.filter((each) => each.status === status).length;
  return {
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: cases.length },
    ids: { passed: ids.passed.sort(), failed: ids.failed.sort(), skipped: ids.skipped.sort() },
    failures: cases.filter(({ status }) => status === 'failed'),
  };
}

export const idOf = ({ file, path }: TestCase): string => (file === '' ? path.join(' > ') : testId(file, path));

/** Reporters tell subtests before what they belong to, one step deeper. */
type Nested = { readonly depth: number; readonly name: string };

export const isGroup = (points: readonly Nested[], at: number): boolean =>
  (points[at - 1]?.depth ?? 0) > (points[at]?.depth ?? 0);

/** Nobody writes tests in more suites; what says so would be a name as long as the report. */
const deepest = 100;

/** Of each, suites around it and its own name. What is around stands behind: from the end on, all that is still open is known. */
export function pathsAt(points: readonly Nested[]): readonly (readonly string[])[] {
  const open: Nested[] = [];
  const paths = points.toReversed().map((point) => {
    while ((open.at(-1)?.depth ?? -1) >= point.depth) open.pop();
    open.push(point);
    return open.slice(-deepest).map(({ name }) => name);
  });
  return paths.reverse();
}

const rank: readonly Status[] = ['skipped', 'passed', 'failed'];
const worse = (a: Status | undefined, b: Status): Status =>
  a !== undefined && rank.indexOf(a) > rank.indexOf(b) ? a : b;

/** `path` as seen from `folder`; paths of temporary folders may stand behind a prefix (`/private`). */
export function within(folder: string | undefined, path: string): string {
  const clean = path
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .replace(/^\.\//, '');
  if (folder === undefined || folder === '') return clean;
  const at = clean.indexOf(`${folder.replace(/\/$/, '')}/`);
  return at < 0 ? clean : clean.slice(at + folder.replace(/\/$/, '').length + 1);
}
