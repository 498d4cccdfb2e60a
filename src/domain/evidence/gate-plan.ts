// What is to be checked, as found on the base commit or said by the person; frozen into the task before an agent is paid.
import type { CoverageWish } from './covered.ts';
import type { DefinitionSource, GateName, GateResult } from './verdict.ts';

/** Of the gate `limits`, in lines, and in statements around the deepest one. */
export type LimitsWish = {
  readonly function?: number;
  readonly file?: number;
  readonly nesting?: number;
  /** What was over on the base counts as well where it is changed; else only what the change made worse. */
  readonly absolute?: boolean;
};

/** What lines of the gate `text` must not bring. */
export const textRules = ['ascii', 'debug', 'commented-code'] as const;
export type TextRule = (typeof textRules)[number];

/** Of the gate `coverage`, held by the lines that the tests are seen to run. */
export type SeenCoverage = Omit<CoverageWish, 'report'> & { readonly timeout?: string };

/** A gate as somebody wrote it: its command line, the line with what more is said of it, false where it is switched off, or what is held without a program. */
export type GateWord =
  | string
  | false
  | ({ readonly run: string; readonly timeout?: string } & CoverageWish)
  | SeenCoverage
  | LimitsWish
  | readonly TextRule[];

/** What the base commit or the person says about checking; what is null is decided by detection. */
export type GateSettings = {
  readonly gates: Readonly<Record<string, GateWord>>;
  readonly setup: readonly string[] | null;
  readonly tests: readonly string[] | null;
  readonly protect: readonly string[];
  /** A file of more MiB is not committed; absent: 50. */
  readonly largest?: number;
  /** `steps`: enforced in turns of their own for the tests and for the change. */
  readonly tdd: Readonly<
    Record<'behaviour' | 'refactor' | 'docs' | 'config', 'steps' | 'enforce' | 'green' | 'observe' | 'off'>
  >;
  /** Who said each gate: `base` or `person`. */
  readonly sources: Readonly<Record<string, DefinitionSource>>;
};

/** How flags for reports and names of test files come to a runner, directly or through a script. */
export type Reach = {
  readonly flags: 'arguments' | 'environment' | 'none';
  readonly files: 'append' | 'after-dashes' | 'no';
  /** It is started several times, in packages of one repository, and each has a report by itself: how what is appended comes to all of them. */
  readonly each?: 'append' | 'after-dashes' | 'after-dashes-twice';
};

export type GateDefinition = {
  readonly gate: GateName;
  readonly source: DefinitionSource;
  /** As written by person or base, else as detected; a shell-word line is split by us, never handed to a shell unless it was configured as one. */
  readonly argv: readonly string[];
  /** The name of the test runner whose results are read as counts and ids; what follows from it is known to the gates alone. `null`: exit codes only. */
  readonly runner: string | null;
  /** Absent: nothing reaches it, results are read from what is printed. */
  readonly reach?: Reach;
  readonly deadlineMs: number;
  /** The folder of the tree from which its runner sees its files; absent: the top. */
  readonly at?: string;
  /** Absent: it measures no coverage. */
  readonly coverage?: CoverageWish;
  /** What is held without a program; absent: a program runs. */
  readonly holds?: HeldWish;
  /** Set where the gate does not apply; then it is `skipped` with these words, or `not_configured`. */
  readonly absent: {
    readonly verdict: 'skipped' | 'not_configured';
    readonly why: string;
    /** Somebody said that they do not want it: what is left out by choice is told and, but for the tests, leaves the rest proven. */
    readonly chosen?: true;
    /** What was found where it is not clear which is meant: command lines, one of which a person may choose. */
    readonly offers?: readonly string[];
  } | null;
};

export type HeldWish =
  | ({ readonly kind: 'limits' } & LimitsWish)
  | { readonly kind: 'text'; readonly rules: readonly TextRule[] };

/** As somebody may have written it: `function 50, nesting 3`. */
export function sayHeld(wish: HeldWish): string {
  if (wish.kind === 'text') return wish.rules.join(', ');
  const { kind: _, absolute, ...figures } = wish;
  const said = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  return [...said, ...(absolute === true ? ['absolute'] : [])].join(', ');
}

/** What a gate came to that needs no program. `otherwise`: where nothing that it found fails. */
export type HeldResult = Pick<GateResult, 'gate' | 'source' | 'findings'> & {
  readonly otherwise: Pick<GateResult, 'verdict' | 'why'>;
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
  /** Files whose content a gate's command reads (manifest scripts, runner configuration, scripts it runs): guarded against the agent. */
  readonly guarded: readonly string[];
  /** Gates must pass with guarded files as they were at the start too. Absent: a plan of an older version, whose gates see them as changed alone. */
  readonly fromStart?: true;
  /** SHA-256 of all of the above. */
  readonly definitions: string;
};

/** One file between two trees. */
export type Change = {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Old path of a rename. */
  readonly from: string | null;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  /** Size of the new blob, bytes. */
  readonly bytes: number;
};
