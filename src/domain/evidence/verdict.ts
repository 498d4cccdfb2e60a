// What a gate can say, and the record that proves it.

import type { CoverageWord } from './covered.ts';
import type { LinesWord } from './reached.ts';

/** `skipped` carries its reason; `not_configured` is never a pass. */
export type Verdict = 'passed' | 'failed' | 'skipped' | 'timeout' | 'not_configured';

export type GateName =
  | 'build'
  | 'test'
  | 'types'
  | 'lint'
  | 'red-first'
  | 'tamper'
  | 'secrets'
  | 'hooks'
  | (string & {});

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
};

/** Ids of tests as the runner names them (`file > suite > name`), sorted. */
export type TestIds = {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
};

/** `plan`: what the agreed plan says of one criterion. */
export type DefinitionSource = 'base' | 'person' | 'detected' | 'built-in' | 'plan';

export type Finding = {
  readonly gate: GateName;
  readonly what: string;
  readonly file: string | null;
  readonly line: number | null;
  /** `fail` stops; `note` is shown to the person. */
  readonly weight: 'fail' | 'note';
  /** `yes`: nothing is submitted without a person's word about this by name. */
  readonly needs?: 'yes';
  /** Hash of what a yes is about: given once it holds for the same. */
  readonly key?: string;
  /** What was done to a test, as its text tells. Where tests have names, what became of each of them tells more, and this is a note. */
  readonly edits?: 'removed' | 'silenced';
  /** A test that failed and passed when it was run again at once. */
  readonly flaky?: true;
};

/** What became of tests of ours that must fail. `silent`: the runner or its assertions do not judge, and nothing of that run counts; `untold`: nothing beside them passed. */
export type CanaryWord = { readonly kind: 'failed' } | { readonly kind: 'silent' | 'untold'; readonly why: string };

/** Names that a run missed where test files could not be loaded, and those of them that the change brings. No names: nothing that can be read says so. */
export type MissingWord = { readonly names: readonly string[]; readonly added: readonly string[] };

/** One gate's result on one tree. */
export type GateResult = {
  readonly gate: GateName;
  readonly verdict: Verdict;
  /** One sentence: why skipped, what failed. */
  readonly why: string;
  readonly argv: readonly string[];
  readonly source: DefinitionSource;
  readonly exit: number | null;
  readonly signal: string | null;
  /** In milliseconds since 1970; absent: no program was run for it, or an earlier version ran it. */
  readonly startedAt?: number;
  readonly durationMs: number;
  readonly counts: Counts | null;
  readonly ids: TestIds | null;
  readonly findings: readonly Finding[];
  /** The last lines of output, redacted, at most 8 KiB. */
  readonly tail: string;
  /** SHA-256 of the full output, hex; the output itself is kept beside the run. */
  readonly outputHash: string | null;
  /** Absent: none was in it. They are in neither ids, counts nor exit. */
  readonly canary?: CanaryWord;
  /** Absent: nobody asked which lines of the change its tests run. */
  readonly lines?: LinesWord;
  /** Absent: it measures none. */
  readonly coverage?: CoverageWord;
  /** Of the checkout, what it was seen to read that is neither a test nor ships; absent: nobody looked, or the file system does not tell. */
  readonly read?: readonly string[];
  /** It named its tests, and the names were too long to be kept. */
  readonly unnamed?: true;
  /** So many of its processes were still there after its end, and nobody could end them. Absent: none. */
  readonly left?: number;
  /** Absent: nobody asked, or all could be loaded. */
  readonly missing?: MissingWord;
  /** Its tests were run in another order than usual. */
  readonly turned?: true;
  /** Tests of it fail that passed on the base: they are run once more before it counts. */
  readonly doubted?: true;
};

/** A link of a task's evidence chain: bound to base, tree, definitions and machine; `hash` covers all else and `previous`. */
export type Evidence = {
  readonly number: number;
  readonly at: number;
  readonly base: string;
  readonly tree: string;
  /** SHA-256 of the gate definitions in force. */
  readonly definitions: string;
  /** SHA-256 of platform, runtimes and sandbox. */
  readonly environment: string;
  readonly criterion: string | null;
  readonly attempt: number | null;
  readonly result: GateResult;
  readonly previous: string;
  readonly hash: string;
};

// Verdicts on tests that have no names: less is known of them, and that is said wherever they stand.

/** `exit_codes`: which tests ran is not known; `counts`: only how many. */
export type Weaker = 'exit_codes' | 'counts';

/** What a pass of these tests rests on where they have no names; null: they have, or there is no such pass. */
export function weakerIn(results: readonly Pick<GateResult, 'gate' | 'verdict' | 'ids' | 'counts'>[]): Weaker | null {
  const nameless = results.filter(({ gate, verdict, ids }) => gate === 'test' && verdict === 'passed' && ids === null);
  if (nameless.length === 0) return null;
  return nameless.some(({ counts }) => counts === null) ? 'exit_codes' : 'counts';
}

export const weakerWords: Readonly<Record<Weaker, string>> = {
  exit_codes: 'by exit codes',
  counts: 'by numbers of tests',
};

/** `released (by exit codes)`; the word alone where it rests on tests by name. `weaker`: as a fact or a view has it. */
export const withWeaker = (word: string, weaker: unknown): string =>
  weaker === 'exit_codes' || weaker === 'counts' ? `${word} (${weakerWords[weaker]})` : word;
