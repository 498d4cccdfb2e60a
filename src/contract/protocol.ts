// The daemon's socket: JSON lines, one request per connection, one reply or a stream of events that ends with a reply.
import type { ErrorCode } from '../domain/error.ts';

/** Version of this program; a newer CLI restarts an older daemon. */
export type Hello = { readonly version: string; readonly pid: number };

export type Request = {
  /** `task.create`, `question.answer` ... as in `contract/commands.ts`. */
  readonly command: string;
  readonly input: unknown;
  readonly caller: Caller;
};

/** Who asks, by its own word; what matters is confirmed by the kernel (`nonce`: a file the caller holds open, found by the daemon under /proc/PID/fd). */
export type Caller = {
  readonly pid: number;
  readonly version: string;
  readonly nonce: string;
  readonly cwd: string;
  readonly channel: 'terminal' | 'http' | 'web' | 'mcp';
  /** Secret of the session whose agent asks; the daemon finds the session by its hash. */
  readonly session?: string;
  /** The caller's environment, for work it starts; never stored. */
  readonly env?: Readonly<Record<string, string>>;
};

/** The one document on stdout with `--json`, and the last line on the socket. */
export type Reply<Data = unknown> =
  | { readonly ok: true; readonly data: Data }
  | {
      readonly ok: false;
      readonly error: string;
      readonly error_code: ErrorCode;
      readonly hint: string;
      readonly details?: Readonly<Record<string, unknown>>;
    };

/** Lines before the reply of a streaming command. */
export type Streamed = { readonly event: unknown };

/** First line the daemon sends on every connection. */
export type Greeting = { readonly hello: Hello };
