// Which tests speak for an edit: those that were edited, those named after what was edited, and those of this turn's own; by names alone, for nothing is run to find out.
import type { EditTests, TestChoice } from './edit.ts';

type Known = {
  /** Relative paths of this edit. */
  readonly edited: readonly string[];
  /** Of earlier edits of the turn. */
  readonly before: readonly string[];
  /** Files that are there. */
  readonly paths: readonly string[];
  readonly isTest: (path: string) => boolean;
  /** Does the command of the tests take these files alone? */
  readonly takes: (files: readonly string[]) => boolean;
};

/** All tests are run where none can be picked and they take no longer. */
export const wholeMs = 10_000;
const mostNear = 5;
const mostOwn = 10;

export function chooseTests(known: Known, tests: Pick<EditTests, 'wholeMs'>): TestChoice {
  const { edited, before, isTest, takes } = known;
  const telling = edited.filter((path) => !isText(path));
  if (telling.length === 0) return { kind: 'none', why: null };
  const near = telling.flatMap((path) => (isTest(path) ? [path] : testsNear(path, known)));
  const own = before.filter((path) => isTest(path)).slice(-mostOwn);
  const files = [...new Set([...own, ...near])];
  if (files.length > 0 && takes(files)) return { kind: 'files', files };
  if (tests.wholeMs !== null && tests.wholeMs <= wholeMs) return { kind: 'whole' };
  const what =
    files.length > 0 ? 'the command of the tests takes no single files' : 'no test is named after what was edited';
  return { kind: 'none', why: `${what}, and all of them ${howLong(tests.wholeMs)}` };
}

const howLong = (ms: number | null): string =>
  ms === null ? 'take nobody knows how long' : `take ${Math.round(ms / 1000)} s, more than ${wholeMs / 1000} s`;

/** Words for people: no test speaks of them. */
const isText = (path: string): boolean =>
  /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:LICENSE|NOTICE|CHANGELOG)$/i.test(path);

function testsNear(path: string, { paths, isTest }: Known): readonly string[] {
  const subject = subjectOf(path);
  if (subject === '') return [];
  const named = paths.filter((each) => isTest(each) && subjectOf(each) === subject);
  return named.toSorted((one, other) => nearness(path, other) - nearness(path, one)).slice(0, mostNear);
}

/** What a file is about by its name: `src/sum.js`, `test/sum.test.js`, `tests/test_sum.py`, `SumTest.java` are about the same. */
export function subjectOf(path: string): string {
  const [name = '', folder = ''] = path.split('/').reverse();
  const stem =
    /^(?:index|__init__|mod|main|lib)\.[^.]+$/.test(name) && !roots.test(folder)
      ? folder
      : name.replace(/\.[^.]+$/, '');
  return stem
    .replace(/(?:^|[._-])(?:tests?|spec|specs|it|e2e)(?=$|[._-])/gi, '')
    .replace(/(?<=[a-z0-9])(?:Tests?|Spec|IT)$/, '')
    .replace(/^Test(?=[A-Z])/, '')
    .replaceAll(/[._-]/g, '')
    .toLowerCase();
}

const roots = /^(?:|src|lib|app|test|tests)$/;
const beside = /^(?:src|lib|app|main|test|tests|__tests__|spec|java|kotlin)$/;

/** Folders that two paths share, whichever of them is the side of tests. */
function nearness(one: string, other: string): number {
  const folders = (path: string) =>
    path
      .split('/')
      .slice(0, -1)
      .filter((each) => !beside.test(each));
  const theirs = new Set(folders(other));
  return folders(one).filter((each) => theirs.has(each)).length;
}
