// One client on the socket: reads one request line, answers, hangs up. Whatever bytes come, nothing else happens.
import type { Socket } from 'node:net';
import { requestLimit } from '../../contract/limits.ts';
import type { Caller, Greeting, Reply, Request, Streamed } from '../../contract/protocol.ts';
import { createLineSplitter } from '../../contract/split-lines.ts';
import { toReply } from '../../contract/to-reply.ts';

/** Who is connected. `left` fires when the client is gone: nobody reads any more. */
type Peer = { readonly left: AbortSignal };

/** Events, then the reply. */
type Stream = AsyncGenerator<unknown, Reply, void>;

/** Never rejects for what a caller did; a rejection is a bug and told as `INTERNAL`. */
export type SocketDispatch = (request: Request, peer: Peer) => Promise<Reply> | Stream;

export type SocketLog = {
  warn(message: string, about?: Record<string, unknown>): void;
  /** Returns the id under which a person finds the stack. */
  bug(error: unknown, about?: Record<string, unknown>): string;
};

type Serving = { readonly version: string; readonly dispatch: SocketDispatch; readonly log: SocketLog };

/** A client that says nothing for so long is hung up on. */
const patience = 60_000;
/** A client that has its reply and does not hang up is hung up on. */
const farewell = 5000;

export class Connection {
  readonly #socket: Socket;
  readonly #serving: Serving;
  readonly #left = new AbortController();
  readonly #split = createLineSplitter(requestLimit);
  #busy = false;
  #streaming = false;

  constructor(socket: Socket, serving: Serving) {
    this.#socket = socket;
    this.#serving = serving;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#left.abort('it left'));
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('end', () => this.#hearEnd());
    socket.setTimeout(patience, () => {
      if (!this.#busy) socket.destroy();
    });
    void this.#write({ hello: { version: serving.version, pid: process.pid } } satisfies Greeting);
  }

  /** No request any more; one under way gets its reply, a stream ends. */
  finish(): void {
    if (!this.#busy) this.#socket.destroy();
    else this.#left.abort('it left');
  }

  end(): void {
    this.#socket.destroy();
  }

  /** Its writing half is closed. A reply is still owed; a stream is not: whoever is killed looks the same. */
  #hearEnd(): void {
    if (!this.#busy) this.#socket.destroy();
    else if (this.#streaming) this.#left.abort('it left');
  }

  #take(chunk: Uint8Array): void {
    if (this.#busy) return;
    const lines = this.#split(chunk);
    if (lines === 'too_long') this.#refuse('TEXT_TOO_LONG', 'The request has more than 8 MiB.');
    else if (lines[0] !== undefined) this.#read(lines[0]);
  }

  #read(line: string): void {
    const request = readRequest(line);
    this.#busy = true;
    if (request === null) this.#refuse('USAGE', 'This is not a request: one JSON line with command, input and caller.');
    else void this.#answer(request);
  }

  #refuse(error_code: 'USAGE' | 'TEXT_TOO_LONG', message: string): void {
    this.#busy = true;
    this.#hangUp(
      toReply({
        error_code,
        message,
        details: { hint: 'The greeting names the version; requests are those of this version.' },
      }),
    );
  }

  async #answer(request: Request): Promise<void> {
    try {
      const answer = this.#serving.dispatch(request, { left: this.#left.signal });
      this.#hangUp('then' in answer ? await answer : await this.#stream(answer));
    } catch (error) {
      const id = this.#serving.log.bug(error, { command: request.command });
      const message = `Drover itself failed; the details are in the daemon's log under ${id}.`;
      this.#hangUp(toReply({ error_code: 'INTERNAL', message, details: { log_id: id } }));
    }
  }

  /** Stops when the client leaves, also while nothing happens; waits while it does not read. */
  async #stream(stream: Stream): Promise<Reply> {
    this.#streaming = true;
    const left = this.#left.signal;
    for (;;) {
      const next = await orLeft(stream.next(), left);
      if (next === 'left') {
        stream.return(ended).catch((error: unknown) => this.#serving.log.bug(error));
        return ended;
      }
      if (next.done === true) return next.value;
      await orLeft(this.#write({ event: next.value } satisfies Streamed), left);
    }
  }

  #write(line: unknown): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve();
      else this.#socket.write(`${JSON.stringify(line)}\n`, () => resolve());
    });
  }

  /** What still comes in is read and dropped, so that the reply is not lost with it. */
  #hangUp(reply: Reply): void {
    if (this.#socket.destroyed) return;
    this.#socket.once('finish', () => this.#destroyLater());
    this.#socket.end(`${JSON.stringify(reply)}\n`);
  }

  #destroyLater(): void {
    const timer = setTimeout(() => this.#socket.destroy(), farewell);
    this.#socket.once('close', () => clearTimeout(timer));
  }
}

const ended: Reply = toReply({ error_code: 'DAEMON_UNREACHABLE', message: 'The daemon is ending; ask again.' });

/** What comes, or that the client left before it. Not by a race with one promise for all that comes: that would keep each of it until the client leaves. */
function orLeft<T>(coming: Promise<T>, left: AbortSignal): Promise<T | 'left'> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve('left');
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
    void coming.then(resolve, reject).finally(() => left.removeEventListener('abort', leave));
  });
}

/** null where it is none. The input is validated by its command. */
function readRequest(line: string): Request | null {
  try {
    const { command, input, caller } = JSON.parse(line) as Partial<Request>;
    return typeof command === 'string' && isCaller(caller) ? { command, input, caller } : null;
  } catch {
    return null;
  }
}

function isCaller(said: unknown): said is Caller {
  if (typeof said !== 'object' || said === null) return false;
  const { pid, version, nonce, cwd, channel, env } = said as Record<string, unknown>;
  const words = [version, nonce, cwd].every((value) => typeof value === 'string');
  return (
    Number.isSafeInteger(pid) &&
    words &&
    (channel === 'terminal' || channel === 'mcp') &&
    (env === undefined || isEnvironment(env))
  );
}

const isEnvironment = (env: unknown): boolean =>
  typeof env === 'object' && env !== null && Object.values(env).every((value) => typeof value === 'string');
