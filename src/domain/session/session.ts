// A live interactive agent that a person or a program can talk to: what it was started with, and where it is.
import type { RunId } from '../ids.ts';
import type { Ending } from '../run/ending.ts';
import type { TurnOutcome, Usage } from '../run/turn.ts';
import type { Thing } from '../thing.ts';
import type { StatusSince } from './agent-status.ts';
import type { Driven } from './driven.ts';
import type { MessageThingId, SessionId } from './ids.ts';

export type ResumeAfterCrash = 'auto' | 'ask' | 'off';

export type SessionSpec = {
  /** As the person gave it, or two words. */
  readonly name: string;
  /** What makes two names the same: see `nameKey`. Unique in its repository among those not ended. */
  readonly key: string;
  /** Top level of the git repository of the agent's real folder, links resolved; the folder itself where there is none. */
  readonly repository: string;
  readonly cwd: string;
  /** An agent of the registry, or the name of any program. */
  readonly agent: string;
  readonly driver: 'native' | 'acp' | 'pty';
  readonly description: string;
  /** Of rows that an older version made: its driver says it. Since then the context is the first message of the inbox. */
  readonly context?: string | null;
  readonly permissions: 'read-only' | 'ask' | 'auto' | 'bypass';
  /** Patterns `TOOL` or `TOOL(GLOB)` that are allowed or denied without a question; a denial wins. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly model: string | null;
  readonly effort: string | null;
  /** Everything after `--`, unchanged. */
  readonly args: readonly string[];
  readonly resume: string | null;
  readonly fork: boolean;
  /** Whether another one goes on with its conversation after a crash; absent: none does. */
  readonly afterCrash?: ResumeAfterCrash;
  /** The one that was cut off, whose conversation this goes on with, and how often that happened. */
  readonly resumes?: SessionId;
  readonly crashes?: number;
  readonly sandbox: boolean;
  /** Null: as long as it wants. */
  readonly maxRuntimeMs: number | null;
  readonly inboxTtlMs: number;
  /** Absolute; a message is put into the inbox when it changes. */
  readonly watchFile: string | null;
  /** A program (argv by the person's shell words, never a shell) that is told of every completion. */
  readonly onDone: readonly string[] | null;
  readonly meta: unknown;
  /** Paused and asked beyond it; US dollars. */
  readonly budget: number | null;
  readonly columns: number;
  readonly rows: number;
  /** The program as the keeper knows it; also its name in `history` and `logs`. */
  readonly run: RunId;
  /** SHA-256 of the secret by which the agent is known at the socket. */
  readonly credential: string;
  /** `person:NAME`, or the session that started it: `session:s12`. */
  readonly startedBy: string;
  /** The tmux pane of whoever started it. */
  readonly spawnerPane: string | null;
};

/** The turn under way. */
export type OpenTurn = {
  /** Counts from 1 in the session. */
  readonly number: number;
  /** Ours; null for what a person typed. */
  readonly message: MessageThingId | null;
  readonly startedAt: number;
  readonly tools: number;
  /** The agent's own word that it began; a message that was delivered and not yet taken up has none. */
  readonly begun: boolean;
};

export type LastTurn = {
  readonly number: number;
  readonly message: MessageThingId | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: TurnOutcome;
  readonly tools: number;
  /** No tool and no change of the tree: an acknowledgement, not work. Null while that is not known. */
  readonly idle: boolean | null;
};

/** What the one that goes on needs before it is made. */
export type Heir = {
  readonly session: SessionId;
  readonly run: RunId;
  readonly message: MessageThingId;
  readonly credential: string;
};

export type SessionState =
  | { readonly kind: 'requested' }
  | SessionLive
  | {
      readonly kind: 'ended';
      readonly startedAt: number | null;
      readonly endedAt: number;
      readonly ending: Ending;
      /** Whose wish it was; null for its own. */
      readonly endedBy: string | null;
      readonly conversation: string | null;
      readonly usage: Usage;
      readonly context: { readonly used: number; readonly window: number | null } | null;
      readonly turns: number;
      readonly last: LastTurn | null;
      /** Why it was never started; null where it was. */
      readonly refused: string | null;
      /** Paths that differ from how they were at its start, in a git repository; null where that is not known. */
      readonly changed?: readonly string[] | null;
      /** Who goes on with its conversation. `cut`: its turn had not ended. */
      readonly heir?: Heir & { readonly cut: boolean };
      readonly driven?: Driven;
    };

export type SessionLive = {
  readonly kind: 'live';
  readonly startedAt: number;
  readonly pid: number | null;
  readonly stood: StatusSince;
  readonly conversation: string | null;
  readonly turn: OpenTurn | null;
  readonly last: LastTurn | null;
  readonly turns: number;
  readonly usage: Usage;
  readonly context: { readonly used: number; readonly window: number | null } | null;
  /** Answers of a person that hold for the rest of this session: patterns as in `allow`. */
  readonly remembered: readonly string[];
  readonly endAsked: { readonly by: string; readonly now: boolean; readonly at: number } | null;
  /** Nothing is delivered while it is set: the budget is used up, or `/panic`. */
  readonly paused: { readonly why: string } | null;
  /** What only its own driving looks at. Absent: nothing yet. */
  readonly driven?: Driven;
};

export type Session = Thing<SessionSpec, SessionState, 'session'>;
