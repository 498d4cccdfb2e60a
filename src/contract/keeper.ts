// The wire between keeper and client: one JSON object a line; a line with `payload: N` is followed by N raw bytes.
import type { Failure } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { Ending, EndingReason } from '../domain/run/ending.ts';
import type { Program } from '../domain/run/program.ts';

/** Raised with every change an older side would misread. */
export const KEEPER_PROTOCOL = 1;

/** First line of a client. With a ticket the connection may attach to the ticket's run and nothing else. */
export type KeeperHello = { readonly hello: number; readonly ticket?: string };

/** First line of the keeper. `version` is Drover's own, `mark` stands in its children's environment. */
export type KeeperWelcome = {
  readonly hello: number;
  readonly version: string;
  readonly pid: number;
  readonly mark: string;
};

/** A run as told on the wire; the shape of the port's `Kept`. */
export type KeptRun = {
  readonly runId: RunId;
  readonly pid: number | null;
  readonly startedAt: number;
  readonly ending: Ending | null;
  readonly endedAt: number | null;
  readonly files: { readonly output: string; readonly error: string | null; readonly input: string };
  readonly outputBytes: number;
  readonly outputFrom: number;
  readonly inputSeq: number;
  readonly escaped: readonly number[];
  readonly failure?: Failure;
};

export type KeeperRequest =
  | { readonly ask: 'ensure'; readonly runId: RunId; readonly program: Program }
  /** Bytes are the payload. */
  | { readonly ask: 'write'; readonly runId: RunId; readonly inputSeq: number }
  | { readonly ask: 'close-input'; readonly runId: RunId }
  | { readonly ask: 'resize'; readonly runId: RunId; readonly columns: number; readonly rows: number }
  | { readonly ask: 'end'; readonly runId: RunId; readonly reason: EndingReason }
  | { readonly ask: 'find'; readonly runId: RunId }
  | { readonly ask: 'list' }
  /** From now on every ending not yet forgotten is pushed, the old ones at once. */
  | { readonly ask: 'watch' }
  | { readonly ask: 'forget'; readonly runId: RunId }
  | { readonly ask: 'ticket'; readonly runId: RunId }
  /** Turns the connection into a stream of `KeeperChunk`s. */
  | { readonly ask: 'attach'; readonly runId: RunId; readonly from: number };

export type KeeperCall = KeeperRequest & { readonly id: number };

export type KeeperReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  /** `chunk`: output bytes as payload; `end`: the run ended and all of it was sent. */
  | { readonly stream: 'chunk' | 'end' }
  | { readonly ended: KeptRun };
