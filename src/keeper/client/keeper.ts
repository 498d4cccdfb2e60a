// One keeper over its socket: finds it again when a connection breaks; every request is safe to repeat.

import { encodeFrame } from '../../contract/keeper/frames.ts';
import type { KeeperReply, KeeperRequest } from '../../contract/keeper/protocol.ts';
import { defined } from '../../domain/defined.ts';
import { Failed, failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { EndingReason } from '../../domain/run/ending.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { Activity, Keeper, Kept, Right, Stray, Ticket } from '../../ports/keeper.ts';
import type { Clock } from '../../ports/system.ts';
import { readOutput } from '../journal/read-output.ts';
import { isFinal, type Line, lookMs, openLine, whyStopped } from './line.ts';
import { readScreens } from './read-screens.ts';

export type OneAddress = {
  readonly path: string;
  readonly protocol: number;
  readonly clock: Clock;
  /** How long a request looks for a keeper that has gone before it rejects. */
  readonly reachMs: number;
};

type Bytes = { readonly bytes: Uint8Array; readonly at: number };

type Pending = { readonly settle: (value: unknown) => void; readonly reject: (error: unknown) => void };

const pauseMs = 50;

/** Lives until `close`; its children outlive it. */
export class OneKeeper implements Keeper {
  readonly #address: OneAddress;
  readonly #listeners = new Set<(kept: Kept) => void>();
  readonly #pending = new Map<number, Pending>();
  readonly #shut = new AbortController();
  #line: Promise<Line> | null = null;
  #look: NodeJS.Timeout | undefined;
  #calls = 0;
  #version = '';
  #pid = 0;

  constructor(address: OneAddress) {
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

  /** One of an older version does not say whether it took them. */
  async write(runId: RunId, inputSeq: number, bytes: Uint8Array): Promise<boolean> {
    return (await this.#ask<boolean | null>({ ask: 'write', runId, inputSeq }, bytes)) === true;
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

  ticket(runId: RunId, right: Right): Promise<Ticket> {
    return this.#ask<Ticket>({ ask: 'ticket', runId, right });
  }

  screen(
    runId: RunId,
    history?: number,
  ): Promise<{ readonly screen: Screen; readonly history: readonly string[] } | null> {
    return this.#ask({ ask: 'screen', runId, ...defined({ history }) });
  }

  activity(runId: RunId): Promise<Activity> {
    return this.#ask<Activity>({ ask: 'activity', runId });
  }

  strays(end: boolean, of?: readonly RunId[]): Promise<readonly Stray[]> {
    return this.#ask<readonly Stray[]>({ ask: 'strays', end, ...defined({ of }) });
  }

  /** Takes no new runs from now on and goes when the last has ended. */
  drain(): Promise<void> {
    return this.#ask({ ask: 'drain' });
  }

  forget(runId: RunId): Promise<void> {
    return this.#ask({ ask: 'forget', runId });
  }

  async *attach(runId: RunId, from: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of this.follow(runId, from, signal)) yield bytes;
  }

  /** With the place of each part in all that was written. */
  async *follow(runId: RunId, from: number, signal: AbortSignal): AsyncGenerator<Bytes> {
    for (let at = from; !signal.aborted; ) {
      for await (const part of readOutput(this.#address, runId, at, signal)) {
        if (part.kind === 'end') return;
        if (part.kind === 'cut') break;
        at = part.at + part.bytes.length;
        yield part;
      }
      if (!signal.aborted) await this.reach();
    }
  }

  async *screens(runId: RunId, signal: AbortSignal): AsyncGenerator<Screen> {
    while (!signal.aborted) {
      for await (const part of readScreens(this.#address, runId, signal)) {
        if (part === 'end') return;
        if (part === 'cut') break;
        yield part;
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
    const { clock, reachMs } = this.#address;
    for (let rest = reachMs; ; rest -= pauseMs) {
      if (this.#shut.signal.aborted) throw failed('KEEPER_UNREACHABLE', 'The connection to the keeper was closed.');
      this.#line ??= this.#open();
      const line = this.#line;
      try {
        return await line;
      } catch (error) {
        if (this.#line === line) this.#line = null;
        if (rest <= 0 || isFinal(error)) throw error;
      }
      await clock.wait(pauseMs, this.#shut.signal);
    }
  }

  async #open(): Promise<Line> {
    const line = await openLine(this.#address, (reply) => this.#hear(reply));
    this.#version = line.welcome.version;
    this.#pid = line.welcome.pid;
    void line.closed.then(() => this.#lose());
    return line;
  }

  #lose(): void {
    this.#line = null;
    this.#giveUp(cut);
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
    this.#look ??= setInterval(() => this.#lookAtIt(), lookMs).unref();
    return promise;
  }

  /** While anybody waits for an answer: a look goes through all processes, so there is one for all who wait. */
  #lookAtIt(): void {
    const stopped = this.#pending.size === 0 ? null : whyStopped(this.#address.path);
    if (stopped !== null) this.#giveUp(stopped);
    if (this.#pending.size > 0) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }

  #giveUp(why: Error): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(why);
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

/** The connection broke before the reply; never leaves this file. */
const cut = new Error('cut');
