// A task file of a flow as it is worked on: the same record, whichever shape it was written in.

export type NodeStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'blocked' | 'skipped' | 'cancelled';

/** What is done where a step of the pre-analysis goes wrong. */
export type OnError = 'fail' | 'continue' | 'skip';

export type Strategy = 'new' | 'resume' | 'fork' | 'merge_fork';

export type NodeRecord = {
  /** `IMPL-001`, `IMPL-001.2` */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** `feature`, `bugfix`, `test-fix` ...; null: not said. */
  readonly type: string | null;
  readonly priority: string | null;
  readonly effort: string | null;
  readonly action: string | null;
  readonly scope: readonly string[];
  readonly excludes: readonly string[];
  readonly requirements: readonly string[];
  readonly acceptance: readonly string[];
  /** A command, or words for a reviewer. */
  readonly verification: string | null;
  readonly definitionOfDone: string | null;
  readonly focusPaths: readonly string[];
  readonly files: readonly NodeFile[];
  readonly dependsOn: readonly string[];
  /** Nodes of one group may be worked on at once; null: not said. */
  readonly group: string | null;
  readonly preAnalysis: readonly PreAnalysisStep[];
  readonly parts: readonly NodePart[];
  readonly tests: NodeTests;
  readonly execution: NodeExecution;
  readonly techStack: readonly string[];
  readonly conventions: readonly string[];
  readonly artifacts: readonly Artifact[];
  /** Relative to the root, as all paths here. */
  readonly contextPackage: string | null;
  readonly status: NodeStatus;
  readonly history: readonly StatusChange[];
  readonly loop: LoopControl | null;
  /** What is told to whoever works and decides nothing: risks, rationale, reference, skeleton, and what else stands beside them. */
  readonly notes: Readonly<Record<string, unknown>>;
};

export type NodeFile = {
  readonly path: string;
  readonly action: 'modify' | 'create' | 'delete' | null;
  /** A function, lines. */
  readonly target: string | null;
  readonly changes: readonly string[];
  readonly conflictRisk: string | null;
};

export type PreAnalysisStep = {
  readonly step: string;
  readonly action: string;
  readonly commands: readonly string[];
  /** Null: nobody asks for what it finds. */
  readonly outputTo: string | null;
  readonly onError: OnError;
};

/** One of the numbered parts of a node. */
export type NodePart = {
  readonly step: string;
  readonly title: string;
  readonly description: string;
  readonly modificationPoints: readonly string[];
  readonly logicFlow: readonly string[];
  /** Steps of the same node. */
  readonly dependsOn: readonly string[];
  readonly output: string | null;
  readonly tddPhase: 'red' | 'green' | 'refactor' | null;
  readonly actions: readonly string[];
  /** Of its cycle of test and fix; null: it has none. */
  readonly maxIterations: number | null;
  /** Of the older shape. */
  readonly command: string | null;
};

export type NodeTests = {
  readonly commands: readonly { readonly name: string; readonly command: string }[];
  readonly unit: readonly string[];
  readonly integration: readonly string[];
  readonly coverageTarget: number | null;
  readonly manualChecks: readonly string[];
  readonly successMetrics: readonly string[];
  readonly reusableTools: readonly string[];
  readonly regression: readonly string[];
  readonly framework: string | null;
};

export type NodeExecution = {
  readonly method: 'agent' | 'cli' | 'auto' | null;
  /** An agent's name, or `auto`; null: not said. */
  readonly tool: string | null;
  readonly enableResume: boolean | null;
  readonly agent: string | null;
  readonly module: string | null;
  readonly maxIterations: number | null;
  /** What others call its conversation: `WFS-x-IMPL-001`. */
  readonly id: string | null;
  /** Null: the graph says. */
  readonly strategy: Strategy | null;
  readonly resumeFrom: string | null;
  readonly mergeFrom: readonly string[];
  readonly previousId: string | null;
};

export type Artifact = {
  readonly path: string | null;
  readonly type: string | null;
  readonly source: string | null;
  readonly featureId: string | null;
  readonly priority: string | null;
  readonly usage: string | null;
};

export type StatusChange = { readonly from: string; readonly to: string; readonly changedAt: string };

export type LoopControl = {
  readonly enabled: boolean;
  readonly maxIterations: number;
  readonly successCondition: string | null;
  readonly onFailure: 'pause' | 'retry' | 'fail_fast';
  readonly maxRetries: number;
  readonly steps: readonly LoopStep[];
};

export type LoopStep = {
  readonly id: string;
  readonly tool: string;
  readonly mode: string | null;
  readonly command: string | null;
  readonly prompt: string | null;
  readonly onError: string | null;
};

/** `IMPL-2` before `IMPL-10`. Made once: a comparison that makes its own takes forty times as long. */
const { compare } = new Intl.Collator('en', { numeric: true });

export const compareNodes = ({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number =>
  compare(one, other);

/** The task file that a sub-task belongs to: `IMPL-1` of `IMPL-1.2`; null: it is none. */
export const parentOf = (id: string): string | null =>
  id.includes('.') ? (/^(.+)\.\d+$/.exec(id)?.[1] ?? null) : null;

/** Of ids whose files would be one and the same where the case of a name does not count. */
export const fileKey = (id: string): string => id.toLowerCase();

/** Runs of its task are called so, or every object has it: much is kept by the ids of nodes. */
export const isTakenId = (id: string): boolean => /^run-\d+$/.test(id) || id in Object.prototype;
