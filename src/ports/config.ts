import type { Result } from '../domain/error.ts';
import type { GateSettings, GateWord } from '../domain/evidence/gate-plan.ts';
import type { People } from '../domain/people/people.ts';
import type { Isolation } from '../domain/place/isolation.ts';
import type { BudgetWords, ContinuationLevel, RoleWords } from '../domain/task/settings/freeze.ts';
import type { McpWords } from '../domain/task/settings/mcp.ts';
import type { PolicyPreset, PolicyWord, Role, RunWords } from '../domain/task/settings/settings.ts';
import type { Site } from './environment.ts';

/** `path` as the person wrote it (`~` kept); open it with `expand`. */
export type WorkspaceEntry = {
  readonly path: string;
  readonly base?: string;
  readonly slots?: number;
  readonly isolation?: Isolation;
  readonly default_env?: string;
  readonly agents?: Partial<Record<Role, readonly string[]>>;
  readonly roles?: Partial<Record<Role, RoleWords>>;
  /** Absent: on where `agents.review` names somebody, policy is careful, or it is hands-off and another agent is installed. */
  readonly review?: 'on' | 'off';
  /** Which servers of tools its agents get; absent: all. */
  readonly mcp?: readonly string[];
  readonly branch?: string;
  readonly title?: 'plain' | 'conventional';
  readonly pull_request?: PullRequestWords;
  readonly gates?: Readonly<Record<string, GateWord>>;
  readonly setup?: readonly string[];
  readonly copy?: readonly string[];
  readonly run?: RunWords;
  readonly teardown?: readonly string[];
  readonly tests?: readonly string[];
  readonly protect?: readonly string[];
  /** MiB. */
  readonly large_files?: number;
  readonly tdd?: Partial<GateSettings['tdd']>;
};

export type EnvironmentEntry = {
  /** As written: a folder or `user@host:/path`. */
  readonly connect: string;
  readonly type: 'local' | 'ssh';
  readonly user_host: string | null;
  readonly path: string;
  readonly tier: 'prod' | 'staging' | 'local' | null;
  readonly log?: string;
  readonly service?: string;
  readonly allow_paths?: readonly string[];
  /** How long it must stay quiet after a deployment. */
  readonly verify?: { readonly soak?: string };
};

export type AgentEntry = {
  readonly model?: string;
  readonly permissions?: 'read-only' | 'ask' | 'auto' | 'bypass';
  /** Patterns `TOOL` or `TOOL(GLOB)` of what its questions may be for. A denial wins, and makes it ask. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly stall?: string;
  readonly max_runtime?: string;
  readonly turns?: number;
  readonly pass_env?: readonly string[];
  readonly network?: 'all' | 'model' | 'none';
  /** Of its model, besides those that are known. */
  readonly hosts?: readonly string[];
  /** A program that speaks the Agent Client Protocol, with its arguments. */
  readonly acp?: readonly string[];
  /** A program of one turn, with its arguments; `{prompt_file}`, `{cwd}`, `{model}` stand for the run's. */
  readonly command?: readonly string[];
  /** For `scripted`: the file it plays. */
  readonly script?: string;
};

/** A host of repositories, by its name in the remote's address (with its port where it has one). */
export type ForgeEntry = {
  readonly kind?: 'github' | 'gitlab' | 'gitea' | 'bare';
  /** Address of its API. */
  readonly api?: string;
  /** Name of the variable that holds the token. */
  readonly token_env?: string;
  /** A file of mode 0600 that holds it. */
  readonly token_file?: string;
  /** Name of the variable with the secret that signs what it tells by itself. */
  readonly webhook_secret_env?: string;
};

/** How pull requests of a workspace are opened. */
export type PullRequestWords = {
  readonly draft?: boolean;
  readonly labels?: readonly string[];
  readonly reviewers?: readonly string[];
  /** Logins whose comments may ask for changes, besides members and reviewers. */
  readonly review_by?: readonly string[];
  /** `Name <address>`, named in the commit as well. */
  readonly co_author?: string;
};

export type PersonConfig = {
  readonly workspaces: Readonly<Record<string, WorkspaceEntry>>;
  readonly environments: Readonly<Record<string, EnvironmentEntry>>;
  readonly agents: Readonly<Record<string, AgentEntry>>;
  /** Servers of tools for agents, by name. */
  readonly mcp?: McpWords;
  /** Where one is configured: by host. */
  readonly forges?: Readonly<Record<string, ForgeEntry>>;
  readonly policy: PolicyPreset | Readonly<Record<string, PolicyWord>>;
  readonly limits: {
    readonly attempts: number;
    readonly fix_rounds: number;
    /** Absent: normal. */
    readonly continuation_level?: ContinuationLevel;
    /** `off`, or how long tests near an edit may take; absent: a minute. */
    readonly edit_tests?: string;
    /** How many criteria of a task are worked on at once, and how many tasks are at work here. */
    readonly concurrency: number | 'auto';
    readonly tasks: number | 'auto';
    /** What a task, and everything of a day, may use before a person is asked; absent: no limit. */
    readonly budget?: BudgetWords;
  };
  /** Of hosts that share a Postgres: after which silence (default 10 min) one is dead for good, and whether what is bound to it is then taken over by itself; default: a person says so. */
  readonly hosts?: { readonly silence?: string; readonly takeover?: 'ask' | 'auto' };
  readonly sandbox: 'auto' | 'required' | 'off';
  /** `hunks`: what becomes of parts of a change that no test demands; absent: as the policy says. */
  readonly proof?: { readonly hunks?: 'ask' | 'show' | 'off' };
  /** `resume_after_crash`: whether a session that a crash cut off goes on with its conversation; absent: a person is asked. */
  readonly resumeAfterCrash?: 'auto' | 'ask' | 'off';
  /** A Chromium that takes screenshots, as written; absent: the first that is on PATH. */
  readonly browser?: string;
  /** `sandbox_read`, as written: what runs in the sandbox may read besides the system and the tools that are found. */
  readonly sandboxRead?: readonly string[];
  /** Trees whose programs this person has looked at: they may run where nothing holds them. */
  readonly trust?: readonly string[];
  /** Addresses of the registries that know packages; absent: as the person's own tools ask. */
  readonly registries?: { readonly npm?: string; readonly pypi?: string };
  /** What answers that publish, undo or spend need besides a person: their PIN, or another person than who stated the task; absent: nothing. */
  readonly stepUp?: 'off' | 'pin' | 'another';
  /** By name: who they are on each channel, and what they may do. */
  readonly people?: People;
  /** What makes tasks by itself, by name. */
  readonly triggers?: Readonly<Record<string, TriggerWords>>;
  /** `sqlite` or a `postgres://` address. */
  readonly store: string;
  /** `surfaces.desktop`: questions are shown as notifications. */
  readonly desktop?: boolean;
  readonly http?: HttpWords;
  readonly telegram?: TelegramWords;
  readonly ntfy?: NtfyWords;
  readonly email?: EmailWords;
  readonly webPush?: WebPushWords;
  /** `surfaces.webhooks`: by name. */
  readonly webhooks?: Readonly<Record<string, WebhookWords>>;
  /** `surfaces.terminal.detach_key`: what leaves a session's terminal, as written. */
  readonly detachKey?: string;
  /** Sections that mean nothing here, and the known one that each is near to. Absent: none; what is near to nothing is another program's. */
  readonly misspelt?: Readonly<Record<string, string>>;
  /** Where it was read from, and whether the file is there. */
  readonly file: { readonly path: string; readonly exists: boolean };
};

/** `surfaces.http`: where HTTP is answered; without `host` on loopback. */
export type HttpWords = {
  readonly port: number;
  readonly host?: string;
  /** By which it is reached from elsewhere. */
  readonly url?: string;
  /** Files of PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Addresses and networks whose word on the way of a request is believed. */
  readonly trusted_proxy?: string | readonly string[];
};

/** `surfaces.ntfy`: a topic, and the token where its server wants one. */
export type NtfyWords = { readonly url: string; readonly token_env?: string; readonly token_file?: string };

/** `surfaces.web_push`: who answers for what is sent, and origins of push services that are not of the public network. */
export type WebPushWords = { readonly contact: string; readonly services?: readonly string[] };

/** `surfaces.email`. Without `user` there is no login. */
export type EmailWords = {
  readonly host: string;
  /** Absent: 465. */
  readonly port?: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly user?: string;
  readonly password_env?: string;
  readonly password_file?: string;
};

/** `surfaces.webhooks`: where facts of these kinds are told, signed. */
export type WebhookWords = {
  readonly url: string;
  /** Name of the variable, or a file of mode 0600, with the secret that signs. */
  readonly secret_env?: string;
  readonly secret_file?: string;
  /** `question_asked`, or `question_*`; absent: all. */
  readonly kinds?: readonly string[];
};

/** One of `cron`, `label`, `mention`, `webhook`. */
export type TriggerWords = {
  readonly workspace: string;
  /** What is to be done; absent: what the event says. */
  readonly text?: string;
  /** Absent: 10. */
  readonly per_hour?: number;
  readonly cron?: string;
  /** Absent: of this machine. */
  readonly zone?: string;
  /** Of an issue of the workspace's forge. */
  readonly label?: string;
  readonly mention?: string;
  readonly webhook?: { readonly secret_env?: string; readonly secret_file?: string };
};

/** `surfaces.telegram`. */
export type TelegramWords = {
  /** Name of the variable that holds the bot's token. */
  readonly token_env?: string;
  /** A file of mode 0600 that holds it. */
  readonly token_file?: string;
  readonly api_root?: string;
  /** Where the service reaches us, instead of us asking it: a loopback port, and the address that leads to it. */
  readonly webhook?: { readonly port: number; readonly url: string };
  /** `22:00-07:00`: nothing makes a sound, nobody is reminded. */
  readonly quiet?: string;
  /** Workspaces whose diffs and logs may be sent. */
  readonly show?: { readonly diffs?: readonly string[]; readonly logs?: readonly string[] };
};

/** `.drover.yaml` of a base commit. */
export type RepositoryConfig = Partial<Omit<GateSettings, 'sources'>> & {
  readonly copy?: readonly string[];
  readonly run?: RunWords;
  readonly teardown?: readonly string[];
};

/**
 * The person's configuration and the meaning of a repository's. Failures: `CONFIG_INVALID` (path, line, column, what was expected), `UNKNOWN_KEY` (nearest known),
 * `ALREADY_EXISTS`, `WORKSPACE_NOT_FOUND`, `PATH_NOT_FOUND`, `STATE_READ_ONLY`, `DISK_FULL`.
 * Writes keep comments, order and foreign sections; parallel writes (also of several processes) are all kept; a file that does not parse is never overwritten.
 */
export interface Config {
  /** Fresh: a file edited by hand is read again. Without a file: the defaults; none is made. */
  read(): Promise<Result<PersonConfig>>;
  /** Short form (a path, a connect string), grown into the long one when a key is set. */
  add(section: 'workspaces' | 'environments', name: string, value: string): Promise<Result<void>>;
  /** The key that was set: one of older tools (`test_command`) is told by its name here. */
  set(section: 'workspaces' | 'environments', name: string, key: string, value: string): Promise<Result<string>>;
  /** What stands in the file at a key (`limits.attempts`); undefined: nothing. */
  get(key: string): Promise<Result<unknown>>;
  /** Any key by its path; sections that are not known are refused. */
  change(key: string, value: string): Promise<Result<void>>;
  /** Whether it was there. */
  unset(key: string): Promise<Result<boolean>>;
  /** The file as it is, valid or not; null: it is not there. */
  text(): Promise<Result<string | null>>;
  /** `NOT_READY` where the file does not say `before` any more. */
  replace(text: string, before: string | null): Promise<Result<void>>;
  remove(section: 'workspaces' | 'environments', name: string): Promise<Result<void>>;
  /** Of the person's file. */
  readonly path: string;
  /** `~` opened with the person's home. */
  expand(path: string): string;
  repository(text: string, path: string): Result<RepositoryConfig>;
  /** An environment as it is looked at. */
  siteOf(name: string, entry: EnvironmentEntry): Site;
  /** Environments that belong to a workspace: `default_env` first, then the one called like it and `NAME-*`, with tiers. */
  environmentsOf(
    config: PersonConfig,
    workspace: string,
  ): readonly { readonly name: string; readonly entry: EnvironmentEntry }[];
}
