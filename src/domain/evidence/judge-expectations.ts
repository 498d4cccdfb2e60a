// What became of the tests that passed on the base: they still hold as they were, they are still there, and they are not skipped.
import { fileOf, titleOf } from './test-id.ts';
import type { GateResult, TestIds } from './verdict.ts';

/** One that passed on the base, and what is wrong with it now. */
export type Broken = {
  readonly id: string;
  /**
   * As it stood on the base, on the new code: `fails`, its file is `not_loaded`, or nobody could tell (`not_run`). It holds as it was, or was not touched,
   * and is `skipped` now, or `gone`.
   */
  readonly how: 'fails' | 'not_loaded' | 'not_run' | 'skipped' | 'gone';
  /** The first line of how it failed. */
  readonly said?: string;
  /** Of one that is gone: a test of its title that passes now, under a name that passed nowhere before. Absent: there is none. */
  readonly heir?: string;
};

export type Expectations = {
  readonly broken: readonly Broken[];
  /** So many hold as they were. */
  readonly held: number;
};

/** The run of the base's test files on the new code; `files`: those alone, null: all the runner has. */
export type OldRun = Pick<GateResult, 'ids' | 'findings'> & { readonly files: readonly string[] | null };

/** `passed`: on the base, by name. `old` null: none of them was touched. */
export function judgeExpectations(passed: readonly string[], old: OldRun | null, now: TestIds): Expectations {
  const before = old === null ? null : lookUp(old);
  const after = { passed: new Set(now.passed), skipped: new Set(now.skipped), failed: new Set(now.failed) };
  const heirOf = heirsAmong(passed, now.passed);
  const judged = passed.map((id) => ({ id, how: before?.(id) ?? 'untouched' }));
  const broken = judged.flatMap(({ id, how }): Broken[] => {
    if (how !== 'holds' && how !== 'untouched') return [{ id, how, ...saidOf(old, id) }];
    // What fails is told by the tests themselves.
    if (after.passed.has(id) || after.failed.has(id)) return [];
    return [after.skipped.has(id) ? { id, how: 'skipped' } : { id, how: 'gone', ...heirOf(id) }];
  });
  return { broken, held: judged.filter(({ how }) => how === 'holds').length };
}

/** Each is the heir of one, of its own file first. */
function heirsAmong(before: readonly string[], now: readonly string[]): (id: string) => Pick<Broken, 'heir'> {
  const known = new Set(before);
  const byTitle = Map.groupBy(
    now.filter((id) => !known.has(id)),
    titleOf,
  );
  return (id) => {
    const left = byTitle.get(titleOf(id)) ?? [];
    const own = left.findIndex((each) => fileOf(each) === fileOf(id));
    const [heir] = left.splice(Math.max(own, 0), 1);
    return heir === undefined ? {} : { heir };
  };
}

function saidOf(old: OldRun | null, id: string): Pick<Broken, 'said'> {
  const what = old?.findings.find((each) => each.what.startsWith(`${id}: `))?.what;
  return what === undefined ? {} : { said: what.slice(id.length + 2) };
}

type Before = 'holds' | 'untouched' | Broken['how'];

function lookUp({ ids, files }: OldRun): (id: string) => Before {
  const ran = files === null ? null : new Set(files);
  const isRun = (id: string) => ran === null || ran.has(fileOf(id));
  if (ids === null) return (id) => (isRun(id) ? 'not_run' : 'untouched');
  const [passed, failed, skipped] = [new Set(ids.passed), new Set(ids.failed), new Set(ids.skipped)];
  return (id) => {
    if (!isRun(id)) return 'untouched';
    if (failed.has(id)) return 'fails';
    if (passed.has(id)) return 'holds';
    if (failed.has(fileOf(id))) return 'not_loaded';
    return skipped.has(id) ? 'skipped' : 'not_run';
  };
}
