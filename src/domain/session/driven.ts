// What only the driving of a live session looks at: questions on their way, what is yet to be told, what was seen before.

import type { StatusSince } from './agent-status.ts';
import type { Ask } from './ask.ts';

/** A turn of a message, or the session itself, that has ended and is to be told to the outside. */
export type Completion = {
  /** Null: the session's own end. */
  readonly turn: number | null;
  readonly message: string | null;
  readonly at: number;
  /** Kind of the turn's outcome, or of the session's ending. */
  readonly outcome: string;
  readonly tools: number;
};

/** A file as it was last looked at; null in its place where there was none. */
export type Stamp = { readonly modifiedAt: number; readonly size: number; readonly inode: number };

export type Driven = {
  /** Notices up to this one were heeded. */
  readonly heard: number;
  readonly asks: readonly Ask[];
  /** Ids of the agent's own that were answered or went by themselves. */
  readonly settled: readonly string[];
  /** How many asks there were. */
  readonly asked: number;
  /** Until when its service refuses, and how it stands otherwise. */
  readonly limit: { readonly until: number; readonly beneath: StatusSince } | null;
  readonly budget: {
    /** Raised by a person; null: as in its specification. */
    readonly raised: number | null;
    readonly warned: boolean;
    readonly questions: number;
  };
  /** To be written down, then told to the hook. */
  readonly untold: readonly Completion[];
  readonly hooks: readonly Completion[];
  readonly hooked: number;
  /** All it did until its end is on record. */
  readonly followed: boolean;
  /** How often it was said how it stands, as far as that is on record: a journal that is read again says it again. */
  readonly standings?: number;
  /** The last turn without a tool whose tree was looked at. */
  readonly judged?: number;
  readonly watched: Stamp | null;
  /** The file was looked at once. */
  readonly watching?: true;
};

export const undriven: Driven = {
  heard: 0,
  asks: [],
  settled: [],
  asked: 0,
  limit: null,
  budget: { raised: null, warned: false, questions: 0 },
  untold: [],
  hooks: [],
  hooked: 0,
  followed: false,
  watched: null,
};

export const drivenOf = (state: { readonly driven?: Driven }): Driven => state.driven ?? undriven;

/** Nothing that its agent did is on record. */
export const isUnheard = (state: {
  readonly turns: number;
  readonly turn: object | null;
  readonly driven?: Driven;
}): boolean => state.turns === 0 && state.turn === null && drivenOf(state).asked === 0;
