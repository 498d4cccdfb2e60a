// What a terminal has and a pipe has not: a picture, people who look and type, a window, a transcript that is cut.
import { appendFileSync } from 'node:fs';
import type { Child } from './child.ts';
import { countTyped, type Typed } from './count-typed.ts';
import { cutTranscript, nextFrom } from './cut-transcript.ts';
import type { Journals } from './journals.ts';
import { sizeLine, sizesPath } from './locate-transcript.ts';
import type { Screens } from './screens.ts';
import { smallest, type Window } from './window.ts';

export type Viewed = {
  readonly screens: Screens;
  readonly now: () => number;
  readonly runId: string;
  readonly journals: Journals;
  readonly window: Window;
  /** Of the transcript; null: all of it. */
  readonly keepBytes: number | null;
};

/** Somebody's terminal. `window`: null where it has told none, or may only look. */
export type Attacher = { readonly types: boolean; window: Window | null };

/** Not drawn yet: beyond it the program must wait, below half of it it goes on. */
const farBehind = 256 * 1024 * 1024;
const scrollback = 1000;

/** Lives as long as its run. */
export class View {
  readonly #viewed: Viewed;
  readonly #attachers = new Set<Attacher>();
  readonly #changes = new Set<() => void>();
  #child: Child | null = null;
  #window: Window;
  #typed: Typed = { bytes: 0, at: null };
  #paused = false;
  #cutting: Promise<void> | null = null;
  #cutAfter = 0;

  /** Throws as the disk does. */
  constructor(viewed: Viewed) {
    const { screens, runId, journals, window, now } = viewed;
    this.#viewed = viewed;
    this.#window = window;
    const { path } = journals.output;
    appendFileSync(sizesPath(path), sizeLine({ at: 0, ...window }), { mode: 0o600 });
    const ears = { answer: (text: string) => this.#answer(text), behind: (bytes: number) => this.#heed(bytes) };
    screens.open(runId, { path, liveFrom: 0, pastAt: now(), to: 0 }, ears);
  }

  get typed(): Typed {
    return this.#typed;
  }

  hold(child: Child): void {
    this.#child = child;
  }

  /** After every piece of output. */
  grow(): void {
    const { screens, runId, journals, keepBytes } = this.#viewed;
    screens.grow(runId, journals.output.size);
    const { size } = journals.output;
    if (keepBytes === null || this.#cutting !== null || size < this.#cutAfter) return;
    if (nextFrom(journals.output, keepBytes) !== null) this.#cutting = this.#cut(keepBytes);
  }

  /** Nothing comes any more: what is too long is cut while it still can be. */
  async finish(): Promise<void> {
    this.grow();
    await this.#cutting;
  }

  resize(window: Window): void {
    const { screens, runId, journals } = this.#viewed;
    if (window.columns === this.#window.columns && window.rows === this.#window.rows) return;
    this.#window = window;
    const at = journals.output.size;
    try {
      appendFileSync(sizesPath(journals.output.path), sizeLine({ at, ...window }));
    } catch {
      // A picture drawn anew may break its lines elsewhere; the program is not kept from its window.
    }
    this.#child?.resize(window.columns, window.rows);
    screens.resize(runId, at, window.columns, window.rows);
  }

  /** The smallest window of all who may type is the program's; who leaves is forgotten, after the last one it stays. */
  attach(attacher: Attacher): () => void {
    this.#attachers.add(attacher);
    this.fit();
    return () => {
      this.#attachers.delete(attacher);
      this.fit();
    };
  }

  /** After an attacher's window has changed. */
  fit(): void {
    const windows = [...this.#attachers].map(({ types, window }) => (types ? window : null));
    const window = smallest(windows.filter((each) => each !== null));
    if (window !== null) this.resize(window);
  }

  type(bytes: Uint8Array): void {
    this.#typed = countTyped(this.#typed, bytes, this.#viewed.now());
    this.#put(bytes);
    for (const tell of this.#changes) tell();
  }

  /** Calls when something was typed. */
  onTyped(tell: () => void): () => void {
    this.#changes.add(tell);
    return () => this.#changes.delete(tell);
  }

  /** A real terminal answers by itself. */
  #answer(text: string): void {
    if (![...this.#attachers].some(({ types }) => types)) this.#put(Buffer.from(text, 'latin1'));
  }

  #put(bytes: Uint8Array): void {
    if (this.#viewed.journals.input.note(bytes)) this.#child?.write(bytes);
  }

  #heed(behind: number): void {
    const pause = this.#paused ? behind > farBehind / 2 : behind > farBehind;
    if (pause === this.#paused) return;
    this.#paused = pause;
    this.#child?.pause(pause);
  }

  async #cut(keepBytes: number): Promise<void> {
    const { output } = this.#viewed.journals;
    try {
      while (!output.closed && nextFrom(output, keepBytes) !== null) await this.#cutOnce(keepBytes);
    } catch {
      // There is no room for a copy: tried again when there is much more to gain.
      this.#cutAfter = output.size + keepBytes / 4;
    } finally {
      this.#cutting = null;
    }
  }

  async #cutOnce(keepBytes: number): Promise<void> {
    const { screens, runId, journals } = this.#viewed;
    const picture = await screens.picture(runId, scrollback).catch(() => null);
    const from = nextFrom(journals.output, keepBytes) ?? 0;
    await cutTranscript(journals.output, Math.min(from, picture?.at ?? from), picture);
  }
}
