// A piece of a change that can be put back to what stood there before, alone: a function, a statement beside functions, or lines.
import type { Span } from './reached.ts';

export type Hunk = {
  readonly path: string;
  /** As they stand with the change. */
  readonly lines: Span;
  /** How many lines say something. */
  readonly size: number;
  /** Its first lines. */
  readonly shown: readonly string[];
  /** Hash of its place and of what it does: a yes to it holds for the same. */
  readonly key: string;
  /** The key of a larger one that it is a part of. */
  readonly within?: string;
};

/** A red test that says what it expects as a value. `key`: hash of its text: a yes to it holds for the same. */
export type AskingTest = { readonly id: string; readonly line: number; readonly key: string };

/** `tests`: test files that are known to run it; others may as well. `asks`: it is no part that is put back: in this file of tests other values are expected, and these must fail. */
export type HunkToTry = Hunk & { readonly tests: readonly string[]; readonly asks?: readonly AskingTest[] };

/** What of a change is no hunk: files of no code, and files that are not read (too large, links); `named`: the first of those, absent: an earlier version counted them. */
export type NoHunks = { readonly data: number; readonly unread: number; readonly named?: readonly string[] };
