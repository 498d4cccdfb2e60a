// Red, proven: the new or changed tests, run on the tree without the implementation, were collected and failed.

import { fileOf, groupsOf } from './test-id.ts';
import type { Counts, MissingWord, TestIds, Verdict } from './verdict.ts';

export type Half = {
  /** Where test files could not be loaded: what was missing; absent: nobody asked. */
  readonly missing?: MissingWord;
  readonly verdict: Verdict;
  readonly exit: number | null;
  readonly counts: Counts | null;
  readonly ids: TestIds | null;
};

export type RedInput = {
  /** Test files that are new or changed against the base, renames by their new path. */
  readonly files: readonly string[];
  /** The test gate on the base as it was; null: it was never run there. */
  readonly base: Half | null;
  /** Base + only the test files. */
  readonly red: Half;
  /** The whole tree; null while there is no implementation yet. */
  readonly green: Half | null;
  /** Tests that failed before the change, of which the plan does not mean it by any: they prove nothing of it. Absent: none. */
  readonly before?: readonly string[];
  /** Test files that the base cannot load because what they import is not there yet; null: not looked at. */
  readonly unloadable: readonly string[] | null;
};

export type RedReason =
  | { readonly kind: 'no_tests' }
  | { readonly kind: 'not_run'; readonly verdict: Verdict }
  | { readonly kind: 'passed_already'; readonly ids: readonly string[] }
  | { readonly kind: 'failed_before'; readonly ids: readonly string[] }
  | { readonly kind: 'not_collected'; readonly files: readonly string[] }
  /** `names`: what was missing there is known, and the change brings none of it. */
  | { readonly kind: 'load_failed'; readonly files: readonly string[]; readonly names?: readonly string[] }
  | { readonly kind: 'not_green'; readonly ids: readonly string[] };

export type RedVerdict =
  /** `ids` failed without the implementation; a file that could not be loaded without it stands there by its path. Empty where no half has names. */
  | {
      readonly kind: 'red';
      /** `timeout`: it did not end without the implementation, and all of `ids` pass with it. */
      readonly by: 'ids' | 'exit_codes' | 'timeout';
      readonly ids: readonly string[];
      readonly remarks: readonly RedReason[];
    }
  | { readonly kind: 'no_red'; readonly reasons: readonly RedReason[] }
  /** It failed before any test was added, and has no names for what fails: nobody can say that it fails by the new tests. */
  | { readonly kind: 'untold'; readonly why: string };

/**
 * A failure to load is red only where the base cannot load the file: it is named in `unloadable`, or the very same file loads and passes in
 * the green half, so that nothing but the missing implementation kept it from loading. Where it is known what was missing, the change must bring some of it.
 */
export function judgeRed(input: RedInput): RedVerdict {
  if (input.files.length === 0) return { kind: 'no_red', reasons: [{ kind: 'no_tests' }] };
  if (input.red.verdict === 'timeout' && input.green !== null) return byTimeout(input, input.green);
  if (input.red.verdict !== 'failed' && input.red.verdict !== 'passed') return notRun(input.red.verdict);
  return input.red.ids === null ? byExit(input) : byIds(input, input.red.ids);
}

function byExit({ base, files, red, green }: RedInput): RedVerdict {
  if (base?.verdict !== 'passed')
    return {
      kind: 'untold',
      why: 'the tests failed before anything was added, and exit codes do not tell which: red proves nothing here',
    };
  if (red.verdict === 'passed') return { kind: 'no_red', reasons: [{ kind: 'passed_already', ids: [] }] };
  if (red.exit === null) return notRun(red.verdict);
  if (green !== null && (green.verdict !== 'passed' || green.exit !== 0))
    return { kind: 'no_red', reasons: [{ kind: 'not_green', ids: [] }] };
  const ran = green?.ids?.passed.map(fileOf);
  if (ran !== undefined && !files.some((file) => ran.includes(file)))
    return { kind: 'no_red', reasons: [{ kind: 'not_collected', files }] };
  return { kind: 'red', by: 'exit_codes', ids: [], remarks: [] };
}

/** A bug that never ends shows no other way; a base that did not end either, or a half that is not green, tells nothing. */
function byTimeout({ base, files, red }: RedInput, green: Half): RedVerdict {
  if (base === null || base.verdict === 'timeout') return notRun(red.verdict);
  if (green.ids === null) {
    if (base.verdict !== 'passed' || green.verdict !== 'passed' || green.exit !== 0) return notRun(red.verdict);
    return { kind: 'red', by: 'timeout', ids: [], remarks: [] };
  }
  const mine = (ids: readonly string[]) => ids.filter((id) => files.includes(fileOf(id)));
  const [passed, failed] = [mine(green.ids.passed), mine(green.ids.failed)];
  if (failed.length > 0) return { kind: 'no_red', reasons: [{ kind: 'not_green', ids: failed }] };
  if (passed.length === 0) return { kind: 'no_red', reasons: [{ kind: 'not_collected', files }] };
  return { kind: 'red', by: 'timeout', ids: passed, remarks: [] };
}

function byIds(input: RedInput, ids: TestIds): RedVerdict {
  const mine = new Set(input.files);
  const before = new Set(input.before);
  const old = ids.failed.filter((id) => mine.has(fileOf(id)) && before.has(id));
  const failing = ids.failed.filter((id) => mine.has(fileOf(id)) && !before.has(id));
  const loads = failing.filter((id) => mine.has(id));
  const foreign = foreignNames(input.red);
  const excused = loadedLater(input);
  const refused = foreign === null ? loads.filter((file) => !excused.has(file)) : loads;
  const stuck = notGreen(
    input.green,
    failing.filter((id) => !mine.has(id)),
  );
  const unproven = new Set([...refused, ...stuck]);
  const proven = failing.filter((id) => !unproven.has(id));
  const remarks = reasons(input.files, ids, mine, { old, refused, foreign, stuck });
  if (proven.length > 0) return { kind: 'red', by: 'ids', ids: proven, remarks };
  return remarks.length > 0
    ? { kind: 'no_red', reasons: remarks }
    : { kind: 'no_red', reasons: [{ kind: 'not_collected', files: input.files }] };
}

/** Null: nothing is known to be missing, or the change brings some of it. */
const foreignNames = ({ missing }: Half): readonly string[] | null =>
  missing !== undefined && missing.names.length > 0 && missing.added.length === 0 ? missing.names : null;

type Unproven = {
  readonly old: readonly string[];
  readonly refused: readonly string[];
  readonly foreign: readonly string[] | null;
  readonly stuck: readonly string[];
};

function reasons(
  files: readonly string[],
  ids: TestIds,
  mine: ReadonlySet<string>,
  { old, refused, foreign, stuck }: Unproven,
): RedReason[] {
  const passed = ids.passed.filter((id) => mine.has(fileOf(id)));
  const seen = new Set([...ids.passed, ...ids.failed, ...ids.skipped].map(fileOf));
  const unseen = files.filter((file) => !seen.has(file));
  const list: RedReason[] = [];
  if (passed.length > 0) list.push({ kind: 'passed_already', ids: passed });
  if (old.length > 0) list.push({ kind: 'failed_before', ids: old });
  if (unseen.length > 0) list.push({ kind: 'not_collected', files: unseen });
  if (refused.length > 0) list.push({ kind: 'load_failed', files: refused, ...(foreign && { names: foreign }) });
  if (stuck.length > 0) list.push({ kind: 'not_green', ids: stuck });
  return list;
}

/** Files for which a failure to load is no fault. */
function loadedLater({ green, unloadable }: RedInput): ReadonlySet<string> {
  if (green === null) return new Set(unloadable);
  const failed = new Set(green.ids?.failed);
  return new Set(green.ids?.passed.map(fileOf).filter((file) => !failed.has(file)));
}

/** A suite that failed as a whole counts as passed once all that it holds passes: reporters do not name it then. */
function notGreen(green: Half | null, ids: readonly string[]): readonly string[] {
  const { passed = [], failed = [] } = green?.ids ?? {};
  const named = new Set(passed);
  const others = green === null ? [] : ids.filter((id) => !named.has(id));
  if (others.length === 0) return [];
  const good = groupsOf(passed);
  const bad = new Set([...failed, ...groupsOf(failed)]);
  return others.filter((id) => bad.has(id) || !good.has(id));
}

const notRun = (verdict: Verdict): RedVerdict => ({ kind: 'no_red', reasons: [{ kind: 'not_run', verdict }] });
