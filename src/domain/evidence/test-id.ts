// How a test is named everywhere: `file > suite > name`; a file alone stands for itself (it failed to load, or is one test as a whole).
import type { TestIds } from './verdict.ts';

const between = ' > ';

export const testId = (file: string, path: readonly string[]): string => [file, ...path].join(between);

/** Path of the test's file, relative to the checkout. */
export const fileOf = (id: string): string => id.split(between, 1)[0] ?? id;

/** A file that stands for itself has its path. */
export const titleOf = (id: string): string => id.split(between).at(-1) ?? id;

/** Files and suites that hold any of these. */
export function groupsOf(ids: readonly string[]): ReadonlySet<string> {
  const groups = new Set<string>();
  for (const id of ids)
    for (let at = id.indexOf(between); at >= 0; at = id.indexOf(between, at + 1)) groups.add(id.slice(0, at));
  return groups;
}

/** Those that hold tests: where a runner takes a file without any for one test, its name is the file's alone. What failed as a whole may hold some. */
export function filesWithTests(ids: Pick<TestIds, 'passed' | 'failed' | 'skipped'> | null): ReadonlySet<string> {
  const { passed = [], failed = [], skipped = [] } = ids ?? {};
  return new Set([...[...passed, ...skipped].filter((id) => fileOf(id) !== id), ...failed].map(fileOf));
}
