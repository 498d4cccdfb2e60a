// What a terminal has and a pipe has not: a picture, people who look and type, a window, a transcript that is cut.
import { appendFileSync } from 'node:fs';
import type { Journals } from '../journal/run-journals.ts';
import { sizeLine, sizesPath } from '../journal/transcript.ts';
import { Cutter } from '../journal/trim.ts';
import type { Child } from '../process/pipe.ts';
import type { Screens } from './screens.ts';

type Viewed = {
  readonly screens: Screens;
  readonly now: () => number;
  readonly runId: string;
  readonly journals: Journals;
  readonly window: Window;
  /** So many bytes of the transcript are kept; null: all of it. */
  readonly keepBytes: number | null;
};

/** Somebody's terminal. `window`: null where it has told none, or may only look. `heed`: hears of the program's window; null until it has its picture. */
export type Attacher = { readonly types: boolean; window: Window | null; heed: ((window: Window) => void) | null };

/** Bytes that are not drawn yet: with more than that the program must wait, with less than half it goes on. */
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
  /** Why the program waits. */
  readonly #holds = new Set<'drawing' | 'length'>();
  readonly #cutter: Cutter | null;

  /** Throws as the disk does. */
  constructor(viewed: Viewed) {
    const { screens, runId, journals, window, now, keepBytes } = viewed;
    this.#viewed = viewed;
    const picture = () => screens.picture(runId, scrollback).catch(() => null);
    this.#cutter =
      keepBytes === null
        ? null
        : new Cutter({
            journal: journals.output,
            keepBytes,
            bookmarks: null,
            picture,
            over: () => this.#hold('length', false),
          });
    this.#window = window;
    const { path } = journals.output;
    appendFileSync(sizesPath(path), sizeLine({ at: 0, ...window }), { mode: 0o600 });
    const ears = { answer: (text: string) => this.#answer(text), behind: (bytes: number) => this.#heed(bytes) };
    screens.open(runId, { path, liveFrom: 0, pastAt: now(), to: 0 }, ears);
  }

  /** The program's. */
  get window(): Window {
    return this.#window;
  }

  get typed(): Typed {
    return this.#typed;
  }

  hold(child: Child): void {
    this.#child = child;
  }

  /** After every piece of output. */
  grow(): void {
    const { screens, runId, journals } = this.#viewed;
    screens.grow(runId, journals.output.size);
    this.#cutter?.grow();
    if (this.#cutter?.isOutrun === true) this.#hold('length', true);
  }

  /** Nothing comes any more. */
  async finish(): Promise<void> {
    this.grow();
    await this.#cutter?.finish();
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
    for (const { heed } of this.#attachers) heed?.(window);
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
    const waits = this.#holds.has('drawing');
    this.#hold('drawing', waits ? behind > farBehind / 2 : behind > farBehind);
  }

  #hold(why: 'drawing' | 'length', on: boolean): void {
    if (on === this.#holds.has(why)) return;
    if (on) this.#holds.add(why);
    else this.#holds.delete(why);
    this.#child?.pause(this.#holds.size > 0);
  }
}

// What a person typed since the last Enter, told apart from what the person's terminal says by itself.

type Typed = { readonly bytes: number; readonly at: number | null };

/** Reports: focus, mouse, cursor position, attributes, modes, window, colours, names. A reader of screens must not take them for a half-typed line. */
const reports =
  /\x1b\[[IO]|\x1b\[M[\s\S]{3}|\x1b\[<[\d;]*[Mm]|\x1b\[[?>]?[\d;]*(?:R|c|n|\$y|t)|\x1b\[\?\d+u|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)/g;

export function countTyped(before: Typed, bytes: Uint8Array, now: number): Typed {
  const keys = Buffer.from(bytes).toString('latin1').replaceAll(reports, '');
  if (keys === '') return before;
  const enter = Math.max(keys.lastIndexOf('\r'), keys.lastIndexOf('\n'));
  const line = keys.length - (enter + 1);
  return { bytes: enter === -1 ? before.bytes + line : line, at: now };
}

// The window of a terminal. One of nothing is none: programs divide by it.

export type Window = { readonly columns: number; readonly rows: number };

const fallback: Window = { columns: 80, rows: 24 };
const longest = 10_000;

const isSide = (side: number): boolean => Number.isInteger(side) && side > 0;

/** For a start: what cannot be is 80 or 24. */
export const windowOf = ({ columns, rows }: Window): Window => ({
  columns: isSide(columns) ? Math.min(columns, longest) : fallback.columns,
  rows: isSide(rows) ? Math.min(rows, longest) : fallback.rows,
});

/** null: not a window at all. */
export const asWindow = (columns: number | undefined, rows: number | undefined): Window | null =>
  columns !== undefined && rows !== undefined && isSide(columns) && isSide(rows) ? windowOf({ columns, rows }) : null;

/** Each side the smallest of all; null where there are none. */
const smallest = (windows: readonly Window[]): Window | null =>
  windows.length === 0
    ? null
    : {
        columns: Math.min(...windows.map(({ columns }) => columns)),
        rows: Math.min(...windows.map(({ rows }) => rows)),
      };
