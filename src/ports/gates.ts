import type { Change, Tree } from './git.ts';
import type { Counts, DefinitionSource, Finding, GateName, TestIds, Verdict } from '../domain/evidence/verdict.ts';
import type { Ending } from '../domain/run/ending.ts';

/** What the base commit or the person says about checking; `null` commands are decided by detection. */
export type GateSettings = {
  readonly gates: Readonly<Record<string, string>>;
  readonly setup: readonly string[] | null;
  readonly tests: readonly string[] | null;
  readonly protect: readonly string[];
  readonly tdd: Readonly<Record<'behaviour' | 'refactor' | 'docs' | 'config', 'enforce' | 'green' | 'observe' | 'off'>>;
  /** Who said each gate: `base` or `person`. */
  readonly sources: Readonly<Record<string, DefinitionSource>>;
};

export type GateDefinition = {
  readonly gate: GateName;
  readonly source: DefinitionSource;
  /** As written by person or base, else as detected; a shell-word line is split by us, never handed to a shell unless it was configured as one. */
  readonly argv: readonly string[];
  /** `null`: exit codes only. */
  readonly runner: 'node:test' | 'vitest' | 'jest' | 'pytest' | null;
  readonly deadlineMs: number;
  /** Set where the gate does not apply; then it is `skipped` with these words, or `not_configured`. */
  readonly absent: { readonly verdict: 'skipped' | 'not_configured'; readonly why: string } | null;
};

export type GatePlan = {
  readonly gates: readonly GateDefinition[];
  /** Several kinds of project found: all named; configured ones win, none is guessed. */
  readonly kinds: readonly string[];
  /** argv lists in order; empty: nothing to set up. */
  readonly setup: readonly (readonly string[])[];
  /** Folders that set-up makes and checkouts share: `node_modules`, `.venv`. */
  readonly dependencyFolders: readonly string[];
  /** SHA-256 over lock files, manifests and set-up; the key of the dependency cache. */
  readonly dependencyKey: string;
  /** Globs of test files. */
  readonly tests: readonly string[];
  /** Files whose content a gate's command reads (manifest scripts, runner configuration): guarded against the agent. */
  readonly guarded: readonly string[];
  /** SHA-256 of all of the above. */
  readonly definitions: string;
};

/** What the keeper is to run for a gate: reporter flags added, results in `report` (null: read from the output). */
export type GateProgram = { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly report: string | null };

export type GateReading = {
  readonly verdict: Verdict;
  readonly why: string;
  readonly counts: Counts | null;
  readonly ids: TestIds | null;
  readonly findings: readonly Finding[];
  readonly tail: string;
};

/** Detection, commands and reading of results; runs nothing itself. */
export interface Gates {
  /** Parses `.drover.yaml`'s meaning out of a tree; absent file: all null. Throws `Failed(CONFIG_INVALID)` with path and line. */
  plan(base: Tree, settings: GateSettings): Promise<GatePlan>;
  /** `only`: these test files alone (affected or red); a runner that cannot select runs all. `scratch`: a writable folder for reports. */
  program(definition: GateDefinition, folder: string, scratch: string, only: readonly string[] | null): GateProgram;
  read(definition: GateDefinition, program: GateProgram, ending: Ending, output: { readonly stdout: string; readonly stderr: string; readonly report: string | null }): GateReading;
  /** Tamper guard: tests deleted, skipped or weakened, guarded and protected files changed. `base` and `tree` are compared. */
  tamper(plan: GatePlan, settings: GateSettings, base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]>;
  /** Secrets in what the change adds; names file and line, never the secret. */
  secrets(tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]>;
  isTest(plan: GatePlan, path: string): boolean;
}
