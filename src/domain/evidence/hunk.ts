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

/** `tests`: test files that are known to run it; others may as well. */
export type HunkToTry = Hunk & { readonly tests: readonly string[] };

/** What of a change is no hunk: files of no code, and files that are not read (too large, links). */
export type NoHunks = { readonly data: number; readonly unread: number };
