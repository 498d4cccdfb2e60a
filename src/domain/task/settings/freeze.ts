// Everything a task may do and must ask, put together once at its creation: the person's configuration, the workspace, then flags.

import { defined } from '../../defined.ts';
import { fail, ok, type Result } from '../../error.ts';
import type { GateWord } from '../../evidence/gate-plan.ts';
import type { Isolation } from '../../place/isolation.ts';
import type { QuestionKind } from '../../question/question.ts';
import { freezeVariables } from '../../run/environment.ts';
import type { Limit } from '../../run/spent.ts';
import { chooseServers, type McpWords } from './mcp.ts';
import type {
  AgentSettings,
  HunksWord,
  PolicyPreset,
  PolicyWord,
  PullRequestWish,
  Role,
  RoleSettings,
  RunWords,
  Settings,
} from './settings.ts';

/** One workspace as it is configured. */
type WorkspaceWords = {
  readonly base?: string;
  readonly slots?: number;
  readonly isolation?: Isolation;
  readonly branch?: string;
  readonly title?: 'plain' | 'conventional';
  readonly pull_request?: {
    readonly draft?: boolean;
    readonly labels?: readonly string[];
    readonly reviewers?: readonly string[];
    readonly review_by?: readonly string[];
    readonly co_author?: string;
  };
  readonly agents?: Partial<Readonly<Record<Role, readonly string[]>>>;
  readonly roles?: Partial<Readonly<Record<Role, RoleWords>>>;
  readonly review?: 'on' | 'off';
  /** Names of servers; absent: all that are configured. */
  readonly mcp?: readonly string[];
  readonly gates?: Readonly<Record<string, GateWord>>;
  readonly setup?: readonly string[];
  readonly copy?: readonly string[];
  readonly run?: RunWords;
  readonly teardown?: readonly string[];
  readonly tests?: readonly string[];
  readonly protect?: readonly string[];
  readonly large_files?: number;
  readonly tdd?: Partial<NonNullable<Settings['overlay']['tdd']>>;
};

type AgentWords = {
  readonly model?: string;
  readonly stall?: string;
  readonly max_runtime?: string;
  readonly turns?: number;
  readonly pass_env?: readonly string[];
  readonly hosts?: readonly string[];
  readonly permissions?: NonNullable<AgentSettings['permissions']>;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly network?: NonNullable<AgentSettings['network']>;
};

/** US dollars; tokens of input and output. */
type AmountWords = { readonly money?: number; readonly tokens?: number };
export type BudgetWords = { readonly task?: AmountWords; readonly day?: AmountWords };

export type SettingsInput = {
  readonly name: string;
  /** As written. */
  readonly path: string;
  readonly workspace: WorkspaceWords;
  /** Which agents there are for each role, in order. */
  readonly roles: Readonly<Record<Role, readonly string[]>>;
  readonly agents: Readonly<Record<string, AgentWords>>;
  readonly policy: PolicyPreset | Readonly<Record<string, PolicyWord>>;
  readonly limits: {
    readonly attempts: number;
    readonly fix_rounds: number;
    readonly continuation_level?: ContinuationLevel;
    /** `off`, or how long tests near an edit may take; absent: a minute. */
    readonly edit_tests?: string;
    /** Absent: one criterion after another. */
    readonly concurrency?: number | 'auto';
    readonly budget?: BudgetWords;
  };
  readonly sandbox: Settings['sandbox'];
  readonly proof?: { readonly hunks?: HunksWord };
  readonly mcp?: McpWords;
  /** The person's environment, of which a few names are kept; absent: none is. */
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of this task alone. */
  readonly model: string | null;
  readonly effort?: string | null;
  readonly yes: readonly QuestionKind[];
  /** Every agent there is. */
  readonly known?: readonly string[];
  /** Those of them that are asked for advice where nobody is appointed for it. */
  readonly advisers?: readonly string[];
  /** Wins over what is configured for each task. */
  readonly budget?: AmountWords;
  /** Where more than a person is wanted to publish or to spend, no flag does either. */
  readonly stepUp?: 'off' | 'pin' | 'another';
};

/** How firmly an agent that stops too early is sent on: so often in an attempt. */
const holdsAt = { normal: 3, polite: 1, off: 0 } as const;
export type ContinuationLevel = keyof typeof holdsAt;
export const continuationLevels = Object.keys(holdsAt) as readonly ContinuationLevel[];
/** Of a task of an earlier version: off. */
export const levelOf = ({ holds = 0 }: Pick<Settings['limits'], 'holds'>): ContinuationLevel =>
  continuationLevels.find((level) => holdsAt[level] === holds) ?? 'off';

const defaultTdd = { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' } as const;

/** `CONFIG_INVALID` for a duration that is none. */
export function settingsFrom(input: SettingsInput): Result<Settings> {
  const agent: Record<string, AgentSettings> = {};
  const hired = new Set(Object.values(input.roles).flat());
  // Whom a person may choose later is held to what is configured for it as well.
  for (const name of new Set([...hired, ...Object.keys(input.agents)])) {
    const flags = hired.has(name)
      ? { model: input.model, effort: input.effort ?? null }
      : { model: null, effort: null };
    const settings = agentSettings(name, input.agents[name] ?? {}, flags);
    if (!settings.ok) return settings;
    agent[name] = settings.value;
  }
  const preset = typeof input.policy === 'string' ? input.policy : 'normal';
  const said = typeof input.policy === 'string' ? {} : input.policy;
  const editMs = editMsOf(input);
  if (!editMs.ok) return editMs;
  const mcp = chooseServers(input.mcp ?? {}, input.workspace.mcp, input.name);
  if (!mcp.ok) return mcp;
  return ok({
    workspace: workspaceSettings(input),
    pullRequest: pullRequestWish(input.workspace),
    agents: input.roles,
    agent,
    ...(input.known && { known: input.known }),
    ...settingsOfRoles({ ...input, preset }),
    ...(mcp.value.length > 0 && { mcp: mcp.value }),
    preset,
    policy: { ...said, ...Object.fromEntries(yesOf(input).map((kind) => [kind, 'auto' as const])) },
    limits: {
      attempts: input.limits.attempts,
      fixRounds: input.limits.fix_rounds,
      holds: holdsAt[input.limits.continuation_level ?? 'normal'],
      ...defined({ together: input.limits.concurrency }),
      ...(editMs.value !== null && { editMs: editMs.value }),
      ...budgetOf(input),
    },
    sandbox: input.sandbox,
    ...(input.proof?.hunks && { hunks: input.proof.hunks }),
    overlay: overlayOf(input.workspace),
    ...(input.env && { variables: freezeVariables(input.env) }),
  });
}

const usualEditTests = '60s';

/** null: they are switched off. */
function editMsOf({ limits: { edit_tests: said = usualEditTests } }: SettingsInput): Result<number | null> {
  if (said === 'off') return ok(null);
  const ms = milliseconds(said);
  return ms === null ? notLong('limits.edit_tests', said) : ok(ms);
}

const yesOf = ({ yes, stepUp = 'off' }: SettingsInput): readonly QuestionKind[] =>
  yes.filter((kind) => kind !== 'submit' || stepUp === 'off');

function budgetOf({ limits, budget = {}, stepUp = 'off' }: SettingsInput): Pick<Settings['limits'], 'budget'> {
  const usual = limits.budget?.task ?? {};
  const task = limitOf({ ...usual, ...(stepUp === 'off' ? budget : atMost(usual, budget)) });
  const day = limitOf(limits.budget?.day);
  return task === null && day === null ? {} : { budget: { task, day } };
}

/** What is asked for, as far as it is not more than what is configured. */
const atMost = (most: AmountWords, { money, tokens }: AmountWords): AmountWords => ({
  ...(money !== undefined && { money: Math.min(money, most.money ?? money) }),
  ...(tokens !== undefined && { tokens: Math.min(tokens, most.tokens ?? tokens) }),
});

const limitOf = (said: AmountWords = {}): Limit | null => {
  const { money = null, tokens = null }: Partial<Limit> = said;
  return money === null && tokens === null ? null : { money, tokens };
};

/** Work in the checkout itself is exclusive. */
function workspaceSettings({ name, path, workspace }: SettingsInput): Settings['workspace'] {
  const isolation = workspace.isolation ?? 'clone';
  return {
    name,
    path,
    base: workspace.base ?? null,
    slots: isolation === 'checkout' ? 1 : (workspace.slots ?? 3),
    isolation,
    branch: workspace.branch ?? 'drover/{task}-{slug}',
    title: workspace.title ?? 'plain',
  };
}

const pullRequestWish = ({ pull_request: words }: WorkspaceWords): PullRequestWish => ({
  draft: words?.draft ?? false,
  labels: words?.labels ?? [],
  reviewers: words?.reviewers ?? [],
  ...(words?.review_by === undefined ? {} : { reviewBy: words.review_by }),
  coAuthor: words?.co_author ?? null,
});

/** Null: its own; `default` says the same aloud. */
export const configuredModel = ({ model }: Pick<AgentWords, 'model'>): string | null =>
  model === undefined || model === 'default' ? null : model;

type Flags = { readonly model: string | null; readonly effort: string | null };

function agentSettings(name: string, words: AgentWords, { model, effort }: Flags): Result<AgentSettings> {
  const runtime = milliseconds(words.max_runtime ?? '2h');
  const stall = milliseconds(words.stall ?? '10m');
  if (runtime === null) return wrong(name, 'max_runtime', words.max_runtime);
  if (stall === null) return wrong(name, 'stall', words.stall);
  return ok({
    model: model ?? configuredModel(words),
    turns: words.turns ?? 200,
    maxRuntimeMs: runtime,
    stallMs: stall,
    passEnv: words.pass_env ?? [],
    ...(effort !== null && { effort }),
    ...(words.permissions && { permissions: words.permissions }),
    ...(words.hosts && { hosts: words.hosts }),
    ...(words.allow && { allow: words.allow }),
    ...(words.deny && { deny: words.deny }),
    ...(words.network && { network: words.network }),
  });
}

const wrong = (agent: string, key: string, value: string | undefined) => notLong(`agents.${agent}.${key}`, value);

const notLong = (key: string, value: string | undefined) =>
  fail('CONFIG_INVALID', `${key}: expected a duration like 90s, 30m or 2h, not "${value}"`, { key });

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Of `90s`, `30m`, `2h`; null where it is no duration, or none at all. */
export function milliseconds(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const total = Number(count) * (units[unit ?? ''] ?? Number.NaN);
  return total > 0 ? total : null;
}

/** The part of what the person configured for a repository that decides what is checked and set up. */
export function overlayOf({
  gates,
  setup,
  copy,
  run,
  teardown,
  tests,
  protect,
  large_files: largest,
  tdd,
}: WorkspaceWords): Settings['overlay'] {
  return {
    ...(gates && { gates }),
    ...(setup && { setup }),
    ...(copy && { copy }),
    ...(run && { run }),
    ...(teardown && { teardown }),
    ...(tests && { tests }),
    ...(protect && { protect }),
    ...defined({ largest }),
    ...(tdd && { tdd: { ...defaultTdd, ...tdd } }),
  };
}

// What is configured for a role of a task beyond its agents: models, words, rights, how full a conversation may become, and whether a role is filled at all.

/** As written. A model that is one text is of the role's first agent. */
export type RoleWords = {
  readonly model?: string | Readonly<Record<string, string>>;
  readonly prompt?: string;
  readonly allow?: readonly string[];
  /** `40%`. */
  readonly context?: string;
  readonly network?: RoleSettings['network'];
};

type Words = {
  readonly agents?: Partial<Readonly<Record<Role, readonly string[]>>>;
  readonly roles?: Partial<Readonly<Record<Role, RoleWords>>>;
  readonly review?: 'on' | 'off';
};

type Given = {
  readonly workspace: Words;
  readonly roles: Readonly<Record<Role, readonly string[]>>;
  readonly advisers?: readonly string[];
  readonly preset: PolicyPreset;
  /** Chosen for this task alone: wins over the models of roles. */
  readonly model: string | null;
};

/** Somebody reviews who does not develop. */
const isOther = ({ review, develop }: Given['roles']): boolean => review[0] !== undefined && review[0] !== develop[0];

function settingsOfRoles(
  given: Given,
): Pick<Settings, 'review' | 'reviewByDefault' | 'appointed' | 'advisers' | 'role'> {
  const { workspace, preset, advisers = [] } = given;
  const appointed = appointedOf(given);
  const wanted =
    workspace.review === undefined ? preset === 'careful' || appointed.includes('review') : workspace.review === 'on';
  const reviewByDefault = workspace.review === undefined && !wanted && preset === 'hands-off' && isOther(given.roles);
  const review = wanted || reviewByDefault;
  const role = Object.fromEntries(
    Object.entries(workspace.roles ?? {}).map(([name, words]) => [name, ofRole(words, given, name as Role)]),
  );
  return {
    ...(review && { review }),
    ...(reviewByDefault && { reviewByDefault }),
    ...(appointed.length > 0 && { appointed }),
    ...(advisers.length > 0 && !appointed.includes('advise') && { advisers }),
    ...(Object.keys(role).length > 0 && { role }),
  };
}

/** Whom a flag puts in everybody's place was not appointed. */
const appointedOf = ({ workspace, roles }: Given): readonly Role[] =>
  (Object.entries(workspace.agents ?? {}) as [Role, readonly string[]][])
    .filter(([role, wanted]) => roles[role].length > 0 && roles[role].every((agent) => wanted.includes(agent)))
    .map(([role]) => role);

function ofRole(words: RoleWords, { roles, model: flag }: Given, role: Role): RoleSettings {
  const { model, prompt, allow, context, network } = words;
  const first = roles[role][0];
  const models = typeof model === 'string' ? (first === undefined ? {} : { [first]: model }) : model;
  return {
    ...(models !== undefined && flag === null && { models }),
    ...(context !== undefined && { context: Number.parseInt(context, 10) }),
    ...defined({ prompt, allow, network }),
  };
}

/** Where nobody looks before it leaves, and where somebody wants to be asked, each needs a yes. */
export const hunksOf = ({ hunks, preset }: Pick<Settings, 'hunks' | 'preset'>): HunksWord =>
  hunks ?? (preset === 'normal' ? 'show' : 'ask');
