// What a task may do and must ask, frozen into it at creation.
import type { GateSettings } from '../evidence/gate-plan.ts';
import type { QuestionKind } from '../question/question.ts';
import type { Limit } from '../run/spent.ts';
import type { TaskEnvironment } from './environment.ts';

export type Role = 'analyze' | 'plan' | 'develop' | 'review' | 'fix' | 'advise';
export type PolicyWord = 'ask' | 'auto';
export type PolicyPreset = 'careful' | 'normal' | 'hands-off';

export type AgentSettings = {
  /** null: the agent's own default. */
  readonly model: string | null;
  /** How much it thinks; absent: its own default. */
  readonly effort?: string;
  readonly turns: number;
  readonly maxRuntimeMs: number;
  readonly stallMs: number | null;
  /** Names added to what its runs may see of the person's environment. */
  readonly passEnv: readonly string[];
  /** Absent in tasks of earlier versions: `auto`, and no patterns. */
  readonly permissions?: 'read-only' | 'ask' | 'auto' | 'bypass';
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
};

/** How pull requests are opened. */
export type PullRequestWish = {
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  /** `Name <address>`, named in the commit. */
  readonly coAuthor: string | null;
};

export type Settings = {
  readonly workspace: {
    readonly name: string;
    readonly path: string;
    readonly base: string | null;
    readonly slots: number;
    readonly isolation: 'clone' | 'checkout' | 'worktree';
    /** Pattern: `{kind}/{issue}-{slug}`. */
    readonly branch: string;
    readonly title: 'plain' | 'conventional';
  };
  /** Absent in tasks of earlier versions. */
  readonly pullRequest?: PullRequestWish;
  /** In order of preference; never empty. */
  readonly agents: Readonly<Record<Role, readonly string[]>>;
  readonly agent: Readonly<Record<string, AgentSettings>>;
  /** All agents there are: a person may move the task to any of them. Absent in tasks of earlier versions. */
  readonly known?: readonly string[];
  /** All environments of the workspace. Absent in tasks of earlier versions. */
  readonly environments?: readonly TaskEnvironment[];
  /** Names of the other workspaces: the task may be stated in one of them instead. */
  readonly elsewhere?: readonly string[];
  /** Another agent reads the whole change before it is submitted. Absent: none does. */
  readonly review?: boolean;
  readonly preset: PolicyPreset;
  readonly policy: Readonly<Partial<Record<QuestionKind, PolicyWord>>>;
  readonly limits: {
    readonly attempts: number;
    readonly fixRounds: number;
    /** Absent: without limit. `day`: of everything that agents do in a day. */
    readonly budget?: { readonly task: Limit | null; readonly day: Limit | null };
  };
  readonly sandbox: 'auto' | 'required' | 'off';
  /** The person's overlay for this repository; wins over the base's own file. */
  readonly overlay: Partial<Omit<GateSettings, 'sources'>> & { readonly copy?: readonly string[] };
};
