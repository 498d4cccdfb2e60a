// The pictures of all terminals, drawn by one worker thread. It is started with the first, and again when it dies: it draws from the transcripts.
import { Worker } from 'node:worker_threads';
import { failed } from '../../domain/error.ts';
import type { Clock } from '../../ports/system.ts';
import type { DrawnScreen, FromWorker, Question, SeenPicture, SeenWithHistory, ToWorker } from './messages.ts';

/** What a run hears of its drawing. */
export type Ears = {
  /** What a terminal must answer its program. */
  readonly answer: (text: string) => void;
  /** Bytes that are not drawn yet. */
  readonly behind: (bytes: number) => void;
};

export type Opening = {
  readonly path: string;
  readonly liveFrom: number;
  readonly pastAt: number;
  readonly to: number;
};

type Entry = {
  readonly opening: Opening;
  readonly ears: Ears | null;
  readonly listeners: Set<(screen: DrawnScreen) => void>;
  to: number;
  /** The last growth told and not yet drawn; null where there is none. */
  told: number | null;
  took: number;
  used: number;
};

type Asked = Extract<ToWorker, { tell: 'ask' }> & {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Deaths without a reply in between; then pictures are given up, programs go on. */
const patience = 4;
const pauseMs = 100;
/** Bytes of growth told even while the last growth is not drawn yet. */
const stride = 1024 * 1024;

export const screenWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { stderr: false });

/** Lives as long as the keeper; `close` ends the thread. */
export class Screens {
  readonly #clock: Clock;
  readonly #start: () => Worker;
  readonly #open = new Map<string, Entry>();
  readonly #asked = new Map<number, Asked>();
  readonly #shut = new AbortController();
  #worker: Worker | null = null;
  #calls = 0;
  #deaths = 0;

  constructor(clock: Clock, start: () => Worker = screenWorker) {
    this.#clock = clock;
    this.#start = start;
  }

  has(run: string): boolean {
    return this.#open.has(run);
  }

  open(run: string, opening: Opening, ears: Ears | null): void {
    // Nothing is told where there is nothing to draw: no reply would come, and all that grows later would wait for it.
    const told = { to: opening.to, told: opening.to === 0 ? null : opening.to, took: 0, used: this.#clock.ticks() };
    this.#open.set(run, { opening, ears, listeners: new Set(), ...told });
    this.#post({ tell: 'open', run, ...opening });
  }

  grow(run: string, to: number): void {
    const entry = this.#open.get(run);
    if (entry === undefined) return;
    entry.to = to;
    entry.ears?.behind(this.#givenUp ? 0 : to - entry.took);
    if (to <= entry.took || (entry.told !== null && to - entry.told < stride)) return;
    entry.told = to;
    this.#post({ tell: 'grow', run, to });
  }

  /** Its transcript is not as it was. */
  redraw(run: string): void {
    const entry = this.#open.get(run);
    if (entry !== undefined) this.#openAgain(run, entry);
  }

  resize(run: string, at: number, columns: number, rows: number): void {
    this.#post({ tell: 'resize', run, at, columns, rows });
  }

  /** null: it is not open. Rejects with `Failed(INTERNAL)` where nothing can be drawn. */
  screen(run: string, history: number): Promise<SeenWithHistory | null> {
    return this.#ask(run, { kind: 'screen', history }) as Promise<SeenWithHistory | null>;
  }

  picture(run: string, history: number): Promise<SeenPicture | null> {
    return this.#ask(run, { kind: 'picture', history }) as Promise<SeenPicture | null>;
  }

  /** Calls after every change, until it is stopped or the run is closed. */
  watch(run: string, listener: (screen: DrawnScreen) => void): () => void {
    const entry = this.#open.get(run);
    if (entry === undefined) return () => {};
    entry.listeners.add(listener);
    this.#post({ tell: 'watch', run, on: true });
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0) this.#post({ tell: 'watch', run, on: false });
    };
  }

  close(run: string): void {
    if (this.#open.delete(run)) this.#post({ tell: 'close', run });
  }

  /** Closes those nobody has asked for during so many milliseconds, but for those that live. */
  sweep(lives: (run: string) => boolean, forMs: number): void {
    const limit = this.#clock.ticks() - forMs;
    for (const [run, { used, listeners }] of this.#open)
      if (!lives(run) && listeners.size === 0 && used < limit) this.close(run);
  }

  async end(): Promise<void> {
    this.#shut.abort();
    await this.#worker?.terminate();
  }

  get #givenUp(): boolean {
    return this.#deaths >= patience;
  }

  #ask(run: string, what: Question): Promise<unknown> {
    const entry = this.#open.get(run);
    if (entry === undefined) return Promise.resolve(null);
    if (this.#givenUp) return Promise.reject(unseen());
    entry.used = this.#clock.ticks();
    this.#calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const message = { tell: 'ask', call: this.#calls, run, at: entry.to, what } as const;
    this.#asked.set(this.#calls, { ...message, resolve, reject });
    this.#post(message);
    return promise;
  }

  #post(message: ToWorker): void {
    if (this.#shut.signal.aborted || this.#givenUp) return;
    // A worker that has just died is told everything when the next one starts.
    if (this.#worker === null && this.#deaths > 0) return;
    this.#worker ??= this.#launch();
    this.#worker.postMessage(message);
  }

  #launch(): Worker {
    const worker = this.#start();
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#hear(message));
    worker.on('error', (error) => console.error(new Date().toISOString(), 'screen worker', error));
    worker.once('exit', () => void this.#lose(worker));
    return worker;
  }

  #hear(message: FromWorker): void {
    if (message.told === 'reply') this.#settle(message.call, message.value);
    const entry = message.told === 'reply' ? undefined : this.#open.get(message.run);
    if (message.told === 'reply' || entry === undefined) return;
    if (message.told === 'answer') entry.ears?.answer(message.text);
    else if (message.told === 'screen') for (const listener of entry.listeners) listener(message.screen);
    else this.#take(message.run, entry, message.at);
  }

  #take(run: string, entry: Entry, at: number): void {
    entry.took = Math.max(entry.took, at);
    if (entry.told !== null && at >= entry.told) entry.told = null;
    if (entry.to > entry.took) this.grow(run, entry.to);
    else entry.ears?.behind(0);
  }

  #settle(call: number, value: unknown): void {
    this.#deaths = 0;
    this.#asked.get(call)?.resolve(value);
    this.#asked.delete(call);
  }

  async #lose(worker: Worker): Promise<void> {
    if (this.#worker !== worker || this.#shut.signal.aborted) return;
    this.#worker = null;
    this.#deaths += 1;
    if (this.#givenUp) return this.#giveUp();
    await this.#clock.wait(pauseMs * this.#deaths, this.#shut.signal);
    if (this.#shut.signal.aborted) return;
    this.#worker = this.#launch();
    for (const [run, entry] of this.#open) this.#openAgain(run, entry);
    for (const { resolve: _, reject: __, ...message } of this.#asked.values()) this.#worker.postMessage(message);
  }

  #openAgain(run: string, entry: Entry): void {
    entry.told = entry.to === 0 ? null : entry.to;
    this.#post({
      tell: 'open',
      run,
      ...entry.opening,
      liveFrom: Math.max(entry.opening.liveFrom, entry.took),
      to: entry.to,
    });
    if (entry.listeners.size > 0) this.#post({ tell: 'watch', run, on: true });
  }

  #giveUp(): void {
    for (const { reject } of this.#asked.values()) reject(unseen());
    this.#asked.clear();
    for (const { ears } of this.#open.values()) ears?.behind(0);
  }
}

const unseen = () => failed('INTERNAL', 'The screens cannot be drawn; their programs go on.');
