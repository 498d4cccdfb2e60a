// What a task may do and must ask, frozen into it at creation.

import type { TaskEnvironment } from '../../environment/look.ts';
import type { GateSettings } from '../../evidence/gate-plan.ts';
import type { Isolation } from '../../place/isolation.ts';
import type { QuestionKind } from '../../question/question.ts';
import type { Limit } from '../../run/spent.ts';
export type Role = 'analyze' | 'plan' | 'develop' | 'review' | 'fix' | 'advise';
export type PolicyWord = 'ask' | 'auto';
export type HunksWord = 'ask' | 'show' | 'off';
export type PolicyPreset = 'careful' | 'normal' | 'hands-off';

export type AgentSettings = {
  /** null: the agent's own default. */
  readonly model: string | null;
  /** How much it thinks; absent: its own default. */
  readonly effort?: string;
  readonly turns: number;
  readonly maxRuntimeMs: number;
  readonly stallMs: number | null;
  /** Hosts of its model beside the usual ones. */
  readonly hosts?: readonly string[];
  /** Names added to what its runs may see of the person's environment. */
  readonly passEnv: readonly string[];
  /** Absent in tasks of earlier versions: `auto`, and no patterns. */
  readonly permissions?: 'read-only' | 'ask' | 'auto' | 'bypass';
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Absent: everybody, in an analysis its model alone where that is known. */
  readonly network?: AgentNetwork;
};

/** What a role has besides its agents; what is absent is as for the agent itself. */
export type RoleSettings = {
  /** By agent. */
  readonly models?: Readonly<Record<string, string>>;
  /** The person's own words, at the end of each first prompt. */
  readonly prompt?: string;
  /** Patterns beside the agent's own. */
  readonly allow?: readonly string[];
  /** Percent of its context; a fuller conversation is begun afresh. Absent: 40. */
  readonly context?: number;
  readonly network?: AgentNetwork;
};

/** `model`: the hosts of its model alone, where a sandbox can hold it to that. */
type AgentNetwork = 'all' | 'model' | 'none';

/** A server of tools (Model Context Protocol) that agents are given. */
export type McpServer = {
  readonly name: string;
  readonly reach:
    | {
        readonly kind: 'program';
        readonly argv: readonly string[];
        /** Names of variables of the person's that it needs. */
        readonly env: readonly string[];
        /** Paths that it must find in the sandbox. */
        readonly reads: readonly string[];
      }
    | { readonly kind: 'address'; readonly url: string };
};

/** How pull requests are opened. */
export type PullRequestWish = {
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  /** Logins whose comments may ask for changes, besides members and reviewers. Absent in tasks of earlier versions. */
  readonly reviewBy?: readonly string[];
  /** `Name <address>`, named in the commit. */
  readonly coAuthor: string | null;
};

/** What starts a copy's program for a look, as written; `port`: how many ports it is given. */
export type RunWords = { readonly start: string; readonly port?: number };

export type Settings = {
  readonly workspace: {
    readonly name: string;
    readonly path: string;
    readonly base: string | null;
    readonly slots: number;
    readonly isolation: Isolation;
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
  /** It is read because another agent is installed; nobody asked for it. */
  readonly reviewByDefault?: true;
  /** Roles for which the person named agents. Absent: none. */
  readonly appointed?: readonly Role[];
  /** Installed, and asked where nobody was appointed to advise. Absent: nobody is. */
  readonly advisers?: readonly string[];
  readonly role?: Readonly<Partial<Record<Role, RoleSettings>>>;
  readonly mcp?: readonly McpServer[];
  readonly preset: PolicyPreset;
  readonly policy: Readonly<Partial<Record<QuestionKind, PolicyWord>>>;
  readonly limits: {
    readonly attempts: number;
    readonly fixRounds: number;
    /** How often in an attempt an agent is sent on that stops with something left. Absent in tasks of earlier versions: never. */
    readonly holds?: number;
    /** Tests near an edit of an agent are run at once, for so long at most. Absent: they are not. */
    readonly editMs?: number;
    /** How many criteria are worked on at once where nothing speaks against it; `auto`: as there is memory for. Absent: one. */
    readonly together?: number | 'auto';
    /** Absent: without limit. `day`: of everything that agents do in a day. */
    readonly budget?: { readonly task: Limit | null; readonly day: Limit | null };
  };
  readonly sandbox: 'auto' | 'required' | 'off';
  /** What becomes of parts of the change that no test demands. Absent: as the preset says. */
  readonly hunks?: HunksWord;
  /** PATH and what else decides which programs gates meet, as it was when the task was stated. Absent in tasks of earlier versions: as the person's is now. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The person's overlay for this repository; wins over the base's own file. */
  readonly overlay: Partial<Omit<GateSettings, 'sources'>> & {
    readonly copy?: readonly string[];
    readonly run?: RunWords;
    readonly teardown?: readonly string[];
  };
};
