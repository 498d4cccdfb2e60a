// Runs by themselves: one prompt, one answer, outside of any task. Times are milliseconds since 1970.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, duration, id, line, name, text } from './fields.ts';
import { permissionWords } from './session.ts';

export const createRun = v.strictObject({
  prompt: text(),
  /** The first of several words that the prompt was said in: where it names an agent, and none is named otherwise, it is that. */
  first: v.optional(line(131_072)),
  agent: v.optional(line(128)),
  mode: v.optional(v.picklist(['analysis', 'write']), 'analysis'),
  name: v.optional(name()),
  /** A run, or the name of one: the agent's conversation goes on. */
  resume: v.optional(line(128)),
  cwd: absolutePath(),
  add_dirs: v.optional(v.pipe(v.array(absolutePath()), v.maxLength(64)), []),
  model: v.optional(line()),
  effort: v.optional(line()),
  timeout: v.optional(duration()),
  transport: v.optional(v.picklist(['auto', 'plain', 'native', 'acp', 'pty']), 'auto'),
  permissions: v.optional(v.picklist(permissionWords)),
  /** Said again under the same key, it is the same run. */
  once: v.optional(line(128)),
});

export const watchRun = v.strictObject({
  run: id(),
  /** What it does is told as it happens. */
  events: v.optional(v.boolean(), false),
});

export const cancelRun = v.strictObject({ run: id() });

export type RunCreated = {
  readonly run: string;
  readonly agent: string;
  /** What a person should know: what is not checked, what was chosen. */
  readonly notes: readonly string[];
};

/** What an agent does, in the words of all agents: `kind` is `started`, `text`, `tool_started`, `usage` ... */
export type RunEvent = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** A run that answered; one that did not is a refusal with these in its details. */
export type RunEnd = {
  readonly run: string;
  readonly name: string | null;
  readonly agent: string;
  readonly mode: 'analysis' | 'write';
  /** The agent's own; `--resume` goes on with it. */
  readonly conversation: string | null;
  readonly answer: string;
  /** What the agent was not allowed to do. */
  readonly refused: readonly string[];
  readonly tools: number;
  readonly usage: {
    readonly input_tokens: number;
    readonly cached_tokens: number;
    readonly output_tokens: number;
    /** US dollars; null where the agent does not say. */
    readonly money: number | null;
  };
  readonly started_at: number | null;
  readonly ended_at: number;
  /** A read-only run after which its folder was not as before. */
  readonly wrote_in_read_only: {
    readonly paths: readonly string[];
    /** Those that were provably the run's: they are as before again. */
    readonly undone: readonly string[];
    readonly patch: string;
  } | null;
  readonly notes: readonly string[];
};

export type RunCancelled = { readonly run: string; readonly already: boolean };

export const commands = {
  'run.cancel': { input: cancelRun, reply: type<RunCancelled>() },
  'run.create': { input: createRun, reply: type<RunCreated>() },
  'run.watch': { input: watchRun, reply: type<RunEnd>(), event: type<RunEvent>() },
} satisfies Declarations;
