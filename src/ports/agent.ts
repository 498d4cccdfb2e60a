import type { Result } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { Program } from '../domain/run/program.ts';
import type { Happening } from '../domain/run/turn.ts';
import type { Keeper } from './keeper.ts';

/** What an agent can do through a driver; data, shown by `drover agents`. */
export type Capabilities = {
  readonly resume: boolean;
  readonly fork: boolean;
  readonly steer: boolean;
  readonly readOnly: 'mode' | 'tools' | 'none';
  readonly permissions: boolean;
  readonly usage: 'turn' | 'cumulative' | 'none';
  readonly money: boolean;
  readonly limitTime: boolean;
};

export type AgentSpec = {
  readonly runId: RunId;
  readonly cwd: string;
  /** The prompt, in a file; it never stands in argv. */
  readonly promptFile: string;
  readonly mode: 'analysis' | 'write';
  /** Resume this conversation of the agent's own. */
  readonly resume: string | null;
  /** A conversation id chosen by us for a fresh start, where the agent takes one (a UUID). */
  readonly conversation: string;
  readonly model: string | null;
  readonly turns: number;
  readonly deadlineMs: number;
  readonly quietMs: number | null;
  /** The person's environment, already cleaned; the agent adds its own. */
  readonly env: Readonly<Record<string, string>>;
  /** Usage totals this conversation had reported before, for programs that count on. */
  readonly usageBefore: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number };
  /** Puts the program into the sandbox; the identity where there is none. `state`: the agent's own state folders, which must be writable; `reads`: files of its own that it must find. */
  readonly confine: (program: Program, state: readonly string[], reads: readonly string[]) => Promise<Result<Program>>;
};

/** A started turn: nothing but its run, so it can be rebuilt after any restart. */
export type Live = { readonly runId: RunId; readonly usageBefore: AgentSpec['usageBefore'] };

/**
 * One coding program through one driver. It must not throw for what the program does: every outcome is a happening.
 * Events are a fold over the keeper's journals, so reading them twice gives the same.
 */
export interface Agent {
  readonly name: string;
  readonly driver: 'plain' | 'native' | 'acp' | 'pty';
  readonly capabilities: Capabilities;
  /** Names of variables with this agent's own credentials and settings, which its runs may see. */
  readonly passEnv: readonly string[];
  /** Is the program there? `version` as it says itself; `hint` how to install it. */
  find(env: Readonly<Record<string, string>>): Promise<{
    readonly found: boolean;
    readonly path: string | null;
    readonly version: string | null;
    readonly hint: string;
  }>;
  /** Idempotent by run id. `ENGINE_ERROR` where the program is not on PATH. */
  start(keeper: Keeper, spec: AgentSpec): Promise<Result<Live>>;
  /** From the first happening to the ending; follows while it lives. The last two are always `turn_ended` and `ended`. */
  events(keeper: Keeper, live: Live, signal: AbortSignal): AsyncIterable<Happening>;
  interrupt(keeper: Keeper, live: Live): Promise<void>;
}

export interface Agents {
  get(name: string): Agent | null;
  /** In the order of preference. */
  names(): readonly string[];
}
