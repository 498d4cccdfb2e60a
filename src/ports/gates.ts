import type { Change, GateDefinition, GatePlan, GateSettings } from '../domain/evidence/gate-plan.ts';
import type { Broken } from '../domain/evidence/judge-expectations.ts';
import type { NewPackage } from '../domain/evidence/judge-package.ts';
import type { CanaryWord, Counts, Finding, TestIds, Verdict } from '../domain/evidence/verdict.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Tree } from './git.ts';

export type { Change, GateDefinition, GatePlan, GateSettings, NewPackage };

/** What the keeper is to run for a gate: reporter flags added, results in `report` (null: read from the output). */
export type GateProgram = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly report: string | null;
  /** Where it runs: ids of tests are told relative to it. */
  readonly folder?: string;
  readonly canary?: CanaryIn;
};

/** Tests of ours that must fail: how they are called, and the test files that they stand in. */
export type CanaryIn = { readonly name: string; readonly files: readonly string[] };

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

export type Beside = { readonly path: string; readonly like: readonly string[] };
export type Placed = { readonly path: string; readonly text: string };

/** Detection, commands and reading of results; runs nothing itself. */
export interface Gates {
  /** Detection over the base's files; what `settings` say wins. Throws `Failed(CONFIG_INVALID)` for a configured line with an open quote. */
  plan(base: Tree, settings: GateSettings): Promise<GatePlan>;
  /** `only`: these test files alone (affected or red); a runner that cannot select runs all. `scratch`: a writable folder for reports, empty before each run. Its `env` is laid over the program's (NODE_OPTIONS and PYTEST_ADDOPTS are replaced). */
  program(
    definition: GateDefinition,
    folder: string,
    scratch: string,
    only: readonly string[] | null,
    canary?: CanaryIn,
  ): GateProgram;
  /** What is added at the end of which of these test files for tests that must fail; none where the runner names no tests. `like`: a test of that file, whose name theirs begin with. */
  canary(definition: GateDefinition, files: readonly Beside[], name: string): readonly Placed[];
  read(
    definition: GateDefinition,
    program: GateProgram,
    ending: Ending,
    output: { readonly stdout: string; readonly stderr: string; readonly report: string | null },
  ): GateReading;
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
  /** New imports that lead nowhere; each of them fails. */
  imports(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]>;
  isTest(plan: Pick<GatePlan, 'tests'>, path: string): boolean;
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
  /** A configured line as an argv; one that needs a shell goes to one, whole. Throws `Failed(CONFIG_INVALID)` for an open quote; `what` names it. */
  command(line: string, what: string): readonly string[];
}
