// Follows one transcript into a screen model, at its own pace: what was written is in the file, so nothing waits in memory.
import { closeSync, openSync, readSync } from 'node:fs';
import type { Clock } from '../../ports/system.ts';
import { locateTranscript, readRest, readSizes, type Size } from '../journal/transcript.ts';
import { systemClock } from '../system-clock.ts';
import type { DrawnScreen, FromWorker, Question, SeenPicture, SeenWithHistory, ToWorker } from './messages.ts';
import { ScreenModel } from './terminal.ts';

type Open = Extract<ToWorker, { tell: 'open' }>;
type Time = Pick<Clock, 'now' | 'ticks' | 'wait'>;
type Waiting = { readonly at: number; readonly answer: () => void };

/** Bytes read at a time. */
const piece = 256 * 1024;
/** Bytes behind: a flood. Nobody can read along then, and the program's bytes come first. */
const flood = { least: 512 * 1024, most: 192 * 1024 * 1024 };
/** In a flood that grew so lately (ms), for each moment of drawing so many are left to others. */
const seen = { lately: 100, rest: 2 };
const unseen = { lately: 500, rest: 9 };
/** Milliseconds of rest at once. */
const longest = 250;
/** So few bytes after so long without any (ms) are an echo, or a line that is drawn anew: somebody may be waiting for it. A program that says much is drawn a few times in a millisecond at most. */
const echo = { bytes: 4096, quiet: 10 };
/** Milliseconds between two looks of our own while there is output. Whoever asks has a look of theirs, and puts off none. */
const pace = 30;

/** Lives from `open` to `close`. */
export class Drawing {
  readonly #open: Open;
  readonly #post: (message: FromWorker) => void;
  readonly #time: Time;
  readonly #model: ScreenModel;
  #sizes: Size[];
  #at = 0;
  #to: number;
  #grown = 0;
  #busy = false;
  #closed = false;
  #watched = false;
  #looked = 0;
  #drawn = 0;
  #timer: NodeJS.Timeout | null = null;
  #key = '';
  #changedAt: number;
  #waiting: Waiting[] = [];
  #rest: Buffer | null = null;
  #resting: AbortController | null = null;

  constructor(open: Open, post: (message: FromWorker) => void, time: Time = systemClock) {
    this.#open = open;
    this.#post = post;
    this.#time = time;
    this.#to = open.to;
    this.#changedAt = open.pastAt;
    const sizes = readSizes(open.path);
    const rest = readRest(open.path);
    const first = rest ?? sizes[0] ?? { columns: 80, rows: 24 };
    this.#sizes = sizes.filter(({ at }) => at > (rest?.at ?? 0));
    this.#model = new ScreenModel(first.columns, first.rows, (text) => this.#answer(text));
    if (rest !== null) {
      this.#at = rest.at;
      this.#rest = rest.bytes;
    }
    void this.#follow();
  }

  grow(to: number): void {
    this.#to = Math.max(this.#to, to);
    this.#grown = this.#time.now();
    void this.#follow();
  }

  resize(size: Size): void {
    this.#sizes.push(size);
    void this.#follow();
  }

  watch(on: boolean): void {
    this.#watched = on;
    this.#resting?.abort();
  }

  /** Answers when everything before `at` is in the picture. */
  ask(call: number, at: number, question: Question): void {
    const answer = () => this.#post({ told: 'reply', call, value: this.#reply(question) });
    this.#waiting.push({ at, answer });
    this.#resting?.abort();
    this.grow(at);
  }

  close(): void {
    this.#closed = true;
    this.#resting?.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#settle(Number.POSITIVE_INFINITY);
    this.#model.close();
  }

  async #follow(): Promise<void> {
    if (this.#busy || this.#closed) return;
    this.#busy = true;
    if (this.#rest !== null) await this.#model.write(this.#rest);
    this.#rest = null;
    while (!this.#closed) {
      this.#fit();
      if (this.#at >= this.#to) break;
      await this.#readOn();
    }
    this.#busy = false;
    this.#settle(this.#at);
  }

  /** From the file as it is now, until it has no more for us. */
  async #readOn(): Promise<void> {
    const { file, from } = locateTranscript(this.#open.path);
    const descriptor = openOrNull(file);
    if (this.#at < from) this.#at = from;
    let took = 0;
    try {
      for (let bytes = this.#take(descriptor, from); bytes !== null; bytes = this.#take(descriptor, from)) {
        await this.#giveWay(await this.#draw(bytes));
        if (this.#closed) return;
        took += bytes.length;
        this.#at += bytes.length;
        this.#post({ told: 'took', run: this.#open.run, at: this.#at });
        this.#touch();
        this.#settle(this.#at);
        this.#fit();
      }
    } finally {
      if (descriptor !== null) closeSync(descriptor);
    }
    // Less is there than was announced: it is gone, or the file was changed for another just now.
    if (took > 0 || locateTranscript(this.#open.path).file !== file) return;
    this.#at = this.#to;
    this.#post({ told: 'took', run: this.#open.run, at: this.#at });
  }

  /** Resolves with the milliseconds it took. */
  async #draw(bytes: Buffer): Promise<number> {
    const begun = this.#time.ticks();
    await this.#model.write(bytes, bytes.length <= echo.bytes && begun - this.#drawn >= echo.quiet);
    this.#drawn = this.#time.ticks();
    return this.#drawn - begun;
  }

  /** In a flood most of the time is left to others, until somebody waits for the picture. */
  async #giveWay(spent: number): Promise<void> {
    const behind = this.#to - this.#at;
    const { lately, rest } = this.#watched ? seen : unseen;
    const flooded = behind > flood.least && behind < flood.most && this.#time.now() - this.#grown < lately;
    if (!flooded || this.#closed || this.#waiting.length > 0) return;
    this.#resting = new AbortController();
    await this.#time.wait(Math.min(longest, rest * spent), this.#resting.signal);
    this.#resting = null;
  }

  /** Not across a change of the window, nor across the line between what was and what is. */
  #take(descriptor: number | null, from: number): Buffer | null {
    const borders = [this.#to, this.#sizes[0]?.at, this.#at < this.#open.liveFrom ? this.#open.liveFrom : undefined];
    const until = Math.min(...borders.filter((border) => border !== undefined));
    const length = Math.min(piece, until - this.#at);
    if (descriptor === null || length <= 0) return null;
    const buffer = Buffer.allocUnsafe(length);
    const read = readSync(descriptor, buffer, 0, length, this.#at - from);
    return read === 0 ? null : buffer.subarray(0, read);
  }

  #fit(): void {
    for (let [size] = this.#sizes; size !== undefined && size.at <= this.#at; [size] = this.#sizes) {
      this.#model.resize(size.columns, size.rows);
      this.#sizes.shift();
      this.#touch();
    }
  }

  #answer(text: string): void {
    if (this.#at >= this.#open.liveFrom) this.#post({ told: 'answer', run: this.#open.run, text });
  }

  /** A look now where the last is long ago, else one soon. */
  #touch(): void {
    const rest = this.#looked + pace - this.#time.now();
    if (rest <= 0) this.#tell();
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#tell();
      }, rest);
  }

  #tell(): void {
    this.#looked = this.#time.now();
    const before = this.#key;
    const screen = this.#look();
    if (this.#watched && this.#key !== before) this.#post({ told: 'screen', run: this.#open.run, screen });
  }

  #look(): DrawnScreen {
    const shape = this.#model.read();
    const key = JSON.stringify(shape);
    if (key !== this.#key) this.#changedAt = this.#at > this.#open.liveFrom ? this.#time.now() : this.#open.pastAt;
    this.#key = key;
    return { ...shape, at: this.#at, changedAt: this.#changedAt };
  }

  #settle(at: number): void {
    const ready = this.#waiting.filter((one) => one.at <= at);
    this.#waiting = this.#waiting.filter((one) => one.at > at);
    for (const { answer } of ready) answer();
  }

  #reply(question: Question): SeenWithHistory | SeenPicture | null {
    if (this.#closed) return null;
    if (question.kind === 'screen') {
      const before = this.#key;
      const screen = this.#look();
      if (this.#watched && this.#key !== before) this.#post({ told: 'screen', run: this.#open.run, screen });
      return { screen, history: this.#model.history(question.history) };
    }
    const { bytes, without, columns, rows } = this.#model.picture(question.history);
    return { at: this.#at - without, bytes, columns, rows };
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
