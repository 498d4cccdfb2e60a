// Runs by themselves: one prompt, one answer, outside of any task. Times are milliseconds since 1970.
import * as v from 'valibot';
import { type Declarations, type } from './command.ts';
import { absolutePath, duration, id, line, name, text, whole, wholeWithin } from './fields.ts';
import { permissionWords } from './session.ts';

export const createRun = v.strictObject({
  prompt: text(),
  /** The first of several words that the prompt was said in: where it names an agent, and none is named otherwise, it is that. */
  first: v.optional(line(131_072)),
  agent: v.optional(line(128)),
  mode: v.optional(v.picklist(['analysis', 'write', 'review']), 'analysis'),
  /** What a review looks at, one of three: what is not committed (which is meant without a word), everything since a branch, one commit. */
  uncommitted: v.optional(v.boolean(), false),
  base: v.optional(line()),
  commit: v.optional(line()),
  name: v.optional(name()),
  /** Runs, or names of some. One of the same agent: its conversation goes on. Else what they answered is carried over as text. */
  resume: v.optional(
    v.pipe(
      v.union([line(128), v.array(line(128))], 'must name runs'),
      v.transform((said) => (typeof said === 'string' ? [said] : said)),
      v.maxLength(16, 'must name at most 16 runs'),
    ),
    [],
  ),
  /** The conversation that is resumed stays as it is; a new one goes on from it. */
  fork: v.optional(v.boolean(), false),
  /** Bytes of answers that are carried over; said, they are carried even where a conversation could go on. */
  carry: v.optional(wholeWithin(0, 1024 * 1024)),
  cwd: absolutePath(),
  add_dirs: v.optional(v.pipe(v.array(absolutePath()), v.maxLength(64)), []),
  model: v.optional(line()),
  effort: v.optional(line()),
  timeout: v.optional(v.pipe(duration(), v.minValue(1, 'must be more than nothing, like 90s, 30m or 2h'))),
  /** It is ended when it has used more. */
  max_tokens: v.optional(whole(1)),
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
  /** What of others' answers it was told; absent: nothing. */
  readonly carried?: readonly {
    readonly run: string;
    readonly agent: string;
    readonly bytes: number;
    readonly carried: number;
  }[];
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
