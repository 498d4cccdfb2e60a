import type { CoverageWish, CoverageWord } from '../domain/evidence/covered.ts';
import type { Change, GateDefinition, GatePlan, GateSettings, HeldResult } from '../domain/evidence/gate-plan.ts';
import type { GuardedChange, GuardedKnown } from '../domain/evidence/guarded-change.ts';
import type { AskingTest, Hunk, NoHunks } from '../domain/evidence/hunk.ts';
import type { Broken } from '../domain/evidence/judge-expectations.ts';
import type { NewPackage } from '../domain/evidence/judge-package.ts';
import type { LinesWord, StruckTree } from '../domain/evidence/reached.ts';
import type { CanaryWord, Counts, Finding, MissingWord, TestIds, Verdict } from '../domain/evidence/verdict.ts';
import type { Component } from '../domain/flow/summary.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Tree } from './git.ts';

export type { Change, GateDefinition, GatePlan, GateSettings, NewPackage };

/** What the keeper is to run for a gate: reporter flags added, results in `report` (null: read from the output), or in all files below `several` whose names have its word. */
export type GateProgram = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly report: string | null;
  readonly several?: { readonly root: string; readonly word: string };
  /** Its report names no files: those of the checkout whose names have one of these words are told with it. */
  readonly sources?: readonly string[];
  /** Files of ours that it is led to; `path` in its scratch folder. They are written before it starts. */
  readonly ours?: readonly OwnFile[];
  /** Where it runs: ids of tests are told relative to it. */
  readonly folder?: string;
  readonly canary?: CanaryIn;
  /** Its tests are run in another order than usual. */
  readonly turned?: true;
  /** The folder in which it tells which lines ran; absent: nobody asked, or nobody can tell. */
  readonly lines?: string;
};

/** Tests of ours that must fail: how they are called, and the test files that they stand in, or beside (`beside`: their own file, and whose it is). */
export type CanaryIn = {
  readonly name: string;
  readonly files: readonly string[];
  readonly beside?: Readonly<Record<string, string>>;
};

/** `report`: of several files, each of them; null: there is none. */
export type GateOutput = {
  readonly stdout: string;
  readonly stderr: string;
  readonly report: string | readonly string[] | null;
  readonly sources?: readonly string[];
};

export type GateReading = {
  readonly verdict: Verdict;
  readonly why: string;
  readonly counts: Counts | null;
  readonly ids: TestIds | null;
  readonly findings: readonly Finding[];
  readonly tail: string;
  readonly canary?: CanaryWord;
  readonly unnamed?: true;
  /** What stands for its exit, where tests of ours made it fail. */
  readonly exit?: number;
};

/** A test file as it is; `like`: one of its tests. */
export type Beside = { readonly path: string; readonly like: readonly string[]; readonly was: string };
export type Placed = { readonly path: string; readonly text: string };
/** One that is a program. */
export type OwnFile = Placed & { readonly executable?: true };
/** `path`: where the text is put, whole; `of`: the test file that it speaks for. */
export type PlacedCanary = Placed & { readonly of: string };

/** `text`: its file without it; null: the file is not there. Told of one that is wanted. */
export type CutHunk = Hunk & { readonly text?: string | null };
/** `all`: the key of the hunk that is all of the change but tests and documents. `more`: small ones of files that have too many. */
export type CutChange = { readonly hunks: readonly CutHunk[]; readonly more: number; readonly all?: string } & NoHunks;

/** A file of tests with other expected values in the place of its own, and which of its tests say so. */
export type OtherValues = { readonly text: string; readonly asks: readonly AskingTest[] };

/** `why`: nothing of it can be followed. `blind`: as of `LinesWord`. */
export type Followed =
  | { readonly kind: 'followed'; readonly files: readonly string[] }
  | { readonly kind: 'untold'; readonly why: string; readonly blind?: true };

/** `text`: of the file with functions that end the program. */
export type Struck = {
  readonly files: readonly (StruckTree['files'][number] & { readonly text: string })[];
  readonly whole: boolean;
};

/** What came of a run whose lines were asked for. */
export type ToldLines = {
  readonly plan: Pick<GatePlan, 'tests' | 'guarded'>;
  readonly changes: readonly Change[];
  /** Unified, and whole; null: it is larger than is read. */
  readonly diff: string | null;
  /** Paths of the tree; what else runs in a checkout was built there. */
  readonly paths: readonly string[];
  /** Of files that can be followed, as they are with the change. */
  readonly sources: ReadonlyMap<string, string>;
  /** A file for each process, by name; null: there is more than is read. */
  readonly files: readonly { readonly name: string; readonly text: string }[] | null;
  /** Tests that passed. */
  readonly ids: readonly string[];
};

/** What a gate that measures coverage left. */
export type ToldCoverage = {
  readonly wish: CoverageWish;
  /** In pieces; null: there is none. */
  readonly report: AsyncIterable<Uint8Array> | null;
  readonly plan: Pick<GatePlan, 'tests' | 'guarded'>;
  /** The checkout that it ran in, absolute. */
  readonly folder: string;
  /** Of the tree that it ran on. */
  readonly paths: readonly string[];
  /** The whole change as a unified diff; empty: nothing was changed; null: it is larger than what is read. */
  readonly diff: string | null;
  /** Of files that the change wrote, as they are with it. */
  readonly sources: ReadonlyMap<string, string>;
};

/** What a gate that measures coverage without a report left: what the processes of its run told of all that ships. */
export type ToldSeenCoverage = Pick<ToldCoverage, 'wish' | 'plan' | 'paths' | 'diff'> &
  Pick<ToldLines, 'sources' | 'files'>;

/** Detection, commands and reading of results; runs nothing itself. */
export interface Gates {
  /** Detection over the base's files; what `settings` say wins. Throws `Failed(CONFIG_INVALID)` for a configured line with an open quote. */
  plan(base: Tree, settings: GateSettings): Promise<GatePlan>;
  /** `only`: these test files alone (affected or red); a runner that cannot select runs all. `scratch`: a writable folder for reports, empty before each run. `turned`: in another order, where the runner can. `follow`: tell which lines of these files each test runs. Its `env` is laid over the program's (NODE_OPTIONS and PYTEST_ADDOPTS are replaced). */
  program(
    definition: GateDefinition,
    folder: string,
    scratch: string,
    only: readonly string[] | null,
    canary?: CanaryIn,
    turned?: boolean,
    follow?: readonly string[],
  ): GateProgram;
  /** Paths of a change whose lines the runner of a gate can follow. */
  followed(definition: GateDefinition, plan: Pick<GatePlan, 'tests' | 'guarded'>, changes: readonly Change[]): Followed;
  /** Which of these tests ran which lines of a change, by what the processes of a run told. */
  tellLines(definition: GateDefinition, told: ToldLines): LinesWord;
  /** Figures of a report of coverage. */
  tellCoverage(told: ToldCoverage): Promise<CoverageWord>;
  /** The same by the lines that a run of all tests was seen to run. */
  tellSeenCoverage(definition: GateDefinition, told: ToldSeenCoverage): CoverageWord;
  /** Names that a run missed where test files could not be loaded, and those of them that the change brings. */
  missing(
    output: Omit<GateOutput, 'sources'>,
    change: { readonly plan: Pick<GatePlan, 'tests'>; readonly changes: readonly Change[]; readonly diff: string },
  ): MissingWord;
  /** Which of these test files, or which files beside them, get which text for tests that must fail; none where the runner names no tests. `like`: a test of that file, whose name theirs begin with. */
  canary(definition: GateDefinition, files: readonly Beside[], name: string): readonly PlacedCanary[];
  read(definition: GateDefinition, program: GateProgram, ending: Ending, output: GateOutput): GateReading;
  /** Tamper guard: tests deleted, skipped or weakened, guarded and protected files changed. `base` and `tree` are compared. */
  tamper(
    plan: GatePlan,
    settings: GateSettings,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly Finding[]>;
  /** Secrets and large files in what the change adds; names file and line, never the secret. `largest`: MiB. With `base`, what a changed file already held there is left out. */
  secrets(tree: Tree, changes: readonly Change[], base?: Tree, largest?: number): Promise<readonly Finding[]>;
  /** Packages that a changed manifest names and its base did not. */
  newPackages(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly NewPackage[]>;
  /** Content where the repository keeps a pointer of LFS; each of them fails. */
  lfsContents(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]>;
  /** What keeps a check from speaking, or tells code that it is tested; each of them needs a person's yes. */
  silenced(
    plan: Pick<GatePlan, 'tests'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly Finding[]>;
  /** A change that holds nothing but answers to its own tests: each needs a person's yes. */
  answers(
    plan: Pick<GatePlan, 'tests' | 'guarded'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly Finding[]>;
  /** Configured gates that need no program, one result each: limits of size and nesting, rules for text. */
  hold(
    plan: Pick<GatePlan, 'gates' | 'tests' | 'guarded'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly HeldResult[]>;
  /** What of a change's production code can be put back alone; comments, formatting and types alone are left out, and definitions that were only taken away. `only`: the key of the one that is wanted, and no file is read for others. */
  cutChange(
    plan: Pick<GatePlan, 'tests' | 'guarded'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
    only?: string,
  ): Promise<CutChange>;
  /** It touches code that ships, and nothing of it does anything else: comments and formatting, beside tests and documents. */
  isIdle(
    plan: Pick<GatePlan, 'tests' | 'guarded'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<boolean>;
  /** The change with functions that end the program when they are called: those that it touched, where a grammar tells them. */
  strike(
    plan: Pick<GatePlan, 'tests' | 'guarded'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<Struck>;
  /** New imports that lead nowhere; each of them fails. */
  imports(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]>;
  /** What the change adds at the top of production files, where a grammar tells. */
  components(
    plan: Pick<GatePlan, 'tests'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly Component[]>;
  isTest(plan: Pick<GatePlan, 'tests'>, path: string): boolean;
  /** What of a change is neither a test, nor decides how tests run, nor is there for readers alone. */
  shipped(plan: Pick<GatePlan, 'tests' | 'guarded'>, changes: readonly Change[]): readonly Change[];
  /** Texts of the base's tests at `paths` that name what the change calls otherwise or keeps elsewhere, in its words; what they expect stays. */
  carriedTests(
    plan: Pick<GatePlan, 'tests'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Tests of the base with which something is wrong, each with its lines before and after; an expectation that changed needs a person's yes. */
  tellExpectations(
    plan: Pick<GatePlan, 'tests'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
    broken: readonly Broken[],
  ): Promise<readonly Finding[]>;
  /** What of a change decides how tests run or what passes, and is neither a test nor ships; what a person said yes to is left out. */
  guardedChanges(
    plan: Pick<GatePlan, 'tests' | 'guarded' | 'gates'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
    known: GuardedKnown,
  ): Promise<readonly GuardedChange[]>;
  /** Paths of a change that decide which tests run and how, whatever a person said of them. */
  settingPaths(
    plan: Pick<GatePlan, 'tests' | 'guarded' | 'gates'>,
    base: Tree,
    tree: Tree,
    changes: readonly Change[],
  ): Promise<readonly string[]>;
  /** Of these tests by their ids: their text, and the first lines of it that assert something. One that cannot be found is left out. */
  testTexts(
    tree: Tree,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly text: string; readonly asserts: readonly string[] }>>;
  /** Null: none of these tests of a file says what it expects in a form that is known. */
  otherValues(tree: Tree, path: string, ids: readonly string[]): Promise<OtherValues | null>;
  /** Of these tests those that the change wrote: new ones, and those whose own text is another than on the base. */
  editedTests(base: Tree, tree: Tree, changes: readonly Change[], ids: readonly string[]): Promise<readonly string[]>;
  /** Of files that a gate was seen to read, those that decide what it says: neither a test nor what ships. */
  guardedReads(plan: Pick<GatePlan, 'tests' | 'guarded'>, read: readonly string[]): readonly string[];
  /** Does a command that somebody ran run tests? `argv`: of the gate that does. By its words alone. */
  runsTests(command: string, argv: readonly string[]): boolean;
  /** A configured line as an argv; one that needs a shell goes to one, whole. Throws `Failed(CONFIG_INVALID)` for an open quote; `what` names it. */
  command(line: string, what: string): readonly string[];
}
