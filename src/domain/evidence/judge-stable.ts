// What the same tests came to when they were run again: those that came out otherwise, by chance or by the order they ran in.
import { fileOf } from './test-id.ts';
import type { GateResult, TestIds } from './verdict.ts';

type Outcome = 'passed' | 'failed' | 'skipped' | 'missing';

export type Flaky = {
  readonly id: string;
  /** In all runs, the first of them first. */
  readonly came: readonly Outcome[];
  /** `order`: only where the tests ran in another one. */
  readonly how: 'chance' | 'order';
};

export type RunAgain = Pick<GateResult, 'ids' | 'turned'>;

/** `files`: those that were run again. A file that did not load stands for its tests. Runs without names tell nothing here. */
export function judgeStable(files: readonly string[], first: TestIds, again: readonly RunAgain[]): readonly Flaky[] {
  const own = new Set(files);
  const runs = [first, ...again.flatMap(({ ids }) => ids ?? [])].map((ids) => outcomesOf(ids, own));
  const all = [...new Set(runs.flatMap((run) => [...run.keys()]))].sort();
  const turned = again.filter(({ ids }) => ids !== null).map((each) => each.turned === true);
  const flaky = all.flatMap((id): Flaky[] => {
    const came = runs.map((run) => run.get(id) ?? 'missing');
    if (came.every((each) => each === came[0]) || isNoTest(id, came)) return [];
    return [{ id, came, how: isByOrder(came, turned) ? 'order' : 'chance' }];
  });
  const broken = new Set(flaky.flatMap(({ id }) => (id === fileOf(id) ? [id] : [])));
  return flaky.filter(({ id }) => id === fileOf(id) || !broken.has(fileOf(id)));
}

/** A helper among the test files: some runs call it passed, for it loads. */
const isNoTest = (id: string, came: readonly Outcome[]): boolean =>
  id === fileOf(id) && came.every((each) => each === 'passed' || each === 'missing');

function outcomesOf(ids: TestIds, files: ReadonlySet<string>): ReadonlyMap<string, Outcome> {
  const words = ['passed', 'skipped', 'failed'] as const;
  return new Map(words.flatMap((word) => ids[word].filter((id) => files.has(fileOf(id))).map((id) => [id, word])));
}

/** Wherever they ran in the usual order they came out the same. */
function isByOrder([first, ...again]: readonly Outcome[], turned: readonly boolean[]): boolean {
  return again.every((each, at) => turned[at] === true || each === first);
}
