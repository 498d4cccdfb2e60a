// The port `Keeper` over the socket: finds the keeper again when a connection breaks; every request is safe to repeat.
import type { KeeperReply, KeeperRequest } from '../contract/keeper.ts';
import { Failed, failed } from '../domain/error.ts';
import type { RunId } from '../domain/ids.ts';
import type { EndingReason } from '../domain/run/ending.ts';
import type { Program } from '../domain/run/program.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keeper, Kept, Ticket } from '../ports/keeper.ts';
import { encodeFrame } from './frames.ts';
import { type Line, openLine } from './line.ts';
import { readOutput } from './read-output.ts';

export type ConnectedKeeper = Keeper & {
  /** Of the keeper that answered last. */
  readonly version: string;
  readonly pid: number;
  /** Of terminals; nothing to pipes and ended runs. */
  resize(runId: RunId, columns: number, rows: number): Promise<void>;
  /** Resolves when a keeper answers. */
  reach(): Promise<unknown>;
  /** Ends the connection; the children live on. */
  close(): Promise<void>;
};

export type KeeperAddress = {
  readonly socket: string;
  readonly clock: Clock;
  /** How long a request looks for a keeper that has gone before it rejects; default 5000. */
  readonly reachMs?: number;
};

type Pending = { readonly settle: (value: unknown) => void; readonly reject: (error: unknown) => void };

const pauseMs = 50;

/** Rejects with `Failed(KEEPER_UNREACHABLE)` where none answers. */
export async function connectKeeper(address: KeeperAddress): Promise<ConnectedKeeper> {
  const client = new Client(address);
  await client.reach();
  return client;
}

class Client implements ConnectedKeeper {
  readonly #address: KeeperAddress;
  readonly #listeners = new Set<(kept: Kept) => void>();
  readonly #pending = new Map<number, Pending>();
  readonly #shut = new AbortController();
  #line: Promise<Line> | null = null;
  #calls = 0;
  #version = '';
  #pid = 0;

  constructor(address: KeeperAddress) {
    this.#address = address;
  }

  get version(): string {
    return this.#version;
  }

  get pid(): number {
    return this.#pid;
  }

  ensure(runId: RunId, program: Program): Promise<Kept> {
    return this.#ask<Kept>({ ask: 'ensure', runId, program });
  }

  write(runId: RunId, inputSeq: number, bytes: Uint8Array): Promise<void> {
    return this.#ask({ ask: 'write', runId, inputSeq }, bytes);
  }

  closeInput(runId: RunId): Promise<void> {
    return this.#ask({ ask: 'close-input', runId });
  }

  resize(runId: RunId, columns: number, rows: number): Promise<void> {
    return this.#ask({ ask: 'resize', runId, columns, rows });
  }

  end(runId: RunId, reason: EndingReason): Promise<void> {
    return this.#ask({ ask: 'end', runId, reason });
  }

  find(runId: RunId): Promise<Kept | null> {
    return this.#ask<Kept | null>({ ask: 'find', runId });
  }

  list(): Promise<readonly Kept[]> {
    return this.#ask<readonly Kept[]>({ ask: 'list' });
  }

  ticket(runId: RunId): Promise<Ticket> {
    return this.#ask<Ticket>({ ask: 'ticket', runId });
  }

  forget(runId: RunId): Promise<void> {
    return this.#ask({ ask: 'forget', runId });
  }

  async *attach(runId: RunId, from: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { socket } = this.#address;
    for (let at = from; !signal.aborted; ) {
      for await (const part of readOutput(socket, null, runId, at, signal)) {
        if (part.kind === 'end') return;
        if (part.kind === 'cut') break;
        at += part.bytes.length;
        yield part.bytes;
      }
      if (!signal.aborted) await this.reach();
    }
  }

  onEnding(listener: (kept: Kept) => void): () => void {
    this.#listeners.add(listener);
    // A further watch tells this listener what ended before; the others hear it again, which they must bear.
    void this.#ask({ ask: 'watch' }).catch(() => this.#watchAgain());
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#shut.abort();
    const line = await this.#line?.catch(() => null);
    line?.socket.end();
    await line?.closed;
  }

  /** Resolves when a keeper has answered. */
  async reach(): Promise<Line> {
    const { clock, reachMs = 5_000 } = this.#address;
    for (let rest = reachMs; ; rest -= pauseMs) {
      if (this.#shut.signal.aborted) throw failed('KEEPER_UNREACHABLE', 'The connection to the keeper was closed.');
      this.#line ??= this.#open();
      const line = this.#line;
      try {
        return await line;
      } catch (error) {
        if (this.#line === line) this.#line = null;
        if (rest <= 0 || speaksOtherwise(error)) throw error;
      }
      await clock.wait(pauseMs, this.#shut.signal);
    }
  }

  async #open(): Promise<Line> {
    const line = await openLine(this.#address.socket, null, (reply) => this.#hear(reply));
    this.#version = line.welcome.version;
    this.#pid = line.welcome.pid;
    void line.closed.then(() => this.#lose());
    return line;
  }

  #lose(): void {
    this.#line = null;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(cut);
    if (this.#listeners.size > 0) void this.#watchAgain();
  }

  /** Endings may have come while nobody listened. */
  async #watchAgain(): Promise<void> {
    while (!this.#shut.signal.aborted && this.#listeners.size > 0) {
      const watching = await this.#ask({ ask: 'watch' }).then(
        () => true,
        () => false,
      );
      if (watching) return;
      await this.#address.clock.wait(pauseMs * 10, this.#shut.signal);
    }
  }

  /** A request whose connection broke is asked again: all of them are idempotent. */
  async #ask<T = void>(request: KeeperRequest, payload?: Uint8Array): Promise<T> {
    for (let tries = 1; ; tries++) {
      const line = await this.reach();
      try {
        return (await this.#call(line, request, payload)) as T;
      } catch (error) {
        if (error !== cut) throw error;
        await line.closed;
        if (tries === 3) throw failed('KEEPER_UNREACHABLE', 'The keeper hung up three times on one request.');
      }
    }
  }

  #call(line: Line, request: KeeperRequest, payload?: Uint8Array): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (line.socket.destroyed) return Promise.reject(cut);
    this.#pending.set(id, { settle: resolve, reject });
    line.socket.write(encodeFrame({ ...request, id }, payload));
    return promise;
  }

  #hear(reply: KeeperReply): void {
    if ('ended' in reply) for (const listener of this.#listeners) listener(reply.ended);
    if (!('id' in reply)) return;
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('failure' in reply) pending?.reject(new Failed(reply.failure));
    else pending?.settle(reply.value);
  }
}

/** A keeper of another protocol: to try again would be in vain. */
const speaksOtherwise = (error: unknown): boolean =>
  error instanceof Failed && error.failure.details?.protocol !== undefined;

/** The connection broke before the reply; never leaves this file. */
const cut = new Error('cut');
