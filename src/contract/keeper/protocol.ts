/**
 * The wire between keeper and client, over a unix socket. Both sides speak in frames (`keeper-frames.ts`): one JSON object a line; a line with
 * `payload: N` is followed by N raw bytes.
 *
 * 1. The client says `KeeperHello`, the keeper `KeeperWelcome`. Who says nothing for ten seconds is hung up on. Another `hello` than the keeper's own
 *    is answered with the welcome, then with a failure of id 0 and the end of the connection.
 * 2. The client asks `KeeperCall`s, each with an `id` of its choice (from 1); the reply has the same id, replies may come in another order. A failure of
 *    id 0 belongs to no call and ends the connection.
 * 3. `attach` and `screens` make the connection a stream: after the reply come `KeeperStream`s, until `end` (nothing more will come) or the close.
 *    A reader that is slow holds up nobody: it gets bytes at its own pace and of pictures the latest.
 *
 * A ticket (`KeeperTicket`, the reply to `ticket`) is good for one connection, within 60 s; its hello is the `protocol` that came with it. With it a terminal may ask for its own run only: `attach`, and with the right `type` also `type` and
 * `resize`. A terminal does this: hello with the ticket; `attach` from `picture` with its window; it writes the payload of `picture` to the person's
 * terminal, then every `chunk`; a `window` says that the program's size has changed; keys go as `type`, a changed window as `resize`, both on the same connection; it goes by closing the connection. The
 * program ends with `end`, and is looked up with the daemon then.
 */
import type { Failure } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Ending, EndingReason } from '../../domain/run/ending.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Screen } from '../../domain/screen/screen.ts';

/** Raised with every change an older side would misread. */
export const KEEPER_PROTOCOL = 2;

/** First line of a client: the protocol it speaks. */
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

/** `look`: `attach` alone; `type`: keys and window too. */
export type KeeperRight = 'look' | 'type';

export type KeeperTicket = { readonly socket: string; readonly ticket: string; readonly protocol: number };

export type KeeperRequest =
  | { readonly ask: 'ensure'; readonly runId: RunId; readonly program: Program }
  /** Bytes are the payload. The value: whether they were taken now (true), or the number before (false); older keepers of this protocol do not say (null). */
  | { readonly ask: 'write'; readonly runId: RunId; readonly inputSeq: number }
  | { readonly ask: 'close-input'; readonly runId: RunId }
  /** By a ticket holder: the window of its terminal. The smallest side of all windows of those who may type is the program's; by the daemon: the size from now on. */
  | { readonly ask: 'resize'; readonly runId: RunId; readonly columns: number; readonly rows: number }
  | { readonly ask: 'end'; readonly runId: RunId; readonly reason: EndingReason }
  | { readonly ask: 'find'; readonly runId: RunId }
  | { readonly ask: 'list' }
  /** From now on every ending not yet forgotten is pushed, the old ones at once. */
  | { readonly ask: 'watch' }
  | { readonly ask: 'forget'; readonly runId: RunId }
  | { readonly ask: 'ticket'; readonly runId: RunId; readonly right: KeeperRight }
  /** A stream of `chunk`s: from that byte on, or first a `picture` of the terminal and then what comes after it (of pipes and of runs without a picture: from the first byte kept). `columns` and `rows`: the window of a terminal that may type. */
  | {
      readonly ask: 'attach';
      readonly runId: RunId;
      readonly from: number | 'picture';
      readonly columns?: number;
      readonly rows?: number;
    }
  /** Keys of a person, as payload: written to the program as they are, without a number. With a ticket of the right `type`, while it is attached. */
  | { readonly ask: 'type'; readonly runId: RunId }
  | { readonly ask: 'screen'; readonly runId: RunId; readonly history?: number }
  /** A stream of `screen`s. */
  | { readonly ask: 'screens'; readonly runId: RunId }
  | { readonly ask: 'activity'; readonly runId: RunId }
  /** Processes of runs that have ended; `end`: ends them first; `of`: those of these runs alone. */
  | { readonly ask: 'strays'; readonly end: boolean; readonly of?: readonly RunId[] }
  /** Takes no new runs from now on and goes when the last has ended. */
  | { readonly ask: 'drain' };

export type KeeperCall = KeeperRequest & { readonly id: number };

export type KeeperStream =
  /** Output, as payload; `at`: where its first byte stands in all that was written. */
  | { readonly stream: 'chunk'; readonly at: number }
  /** What a terminal of this size must be sent, as payload, to look as the program's does, its modes and title too; `at`: the byte that follows. */
  | { readonly stream: 'picture'; readonly at: number; readonly columns: number; readonly rows: number }
  /** The program's window is another one now; told to who had a picture. */
  | { readonly stream: 'window'; readonly columns: number; readonly rows: number }
  | { readonly stream: 'screen'; readonly screen: Screen }
  /** The run ended and all was sent. */
  | { readonly stream: 'end' };

export type KeeperReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  | KeeperStream
  | { readonly ended: KeptRun };
