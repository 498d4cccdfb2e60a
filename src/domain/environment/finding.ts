// What a look at an environment found: errors as they are told apart, the log they stand in, and how far it was read.
import type { Instant } from '../ids.ts';

/** One kind of error line. */
export type Finding = {
  /** The line with everything folded that differs each time: times, ids, addresses, numbers. */
  readonly fingerprint: string;
  /** The newest such line, secrets hidden, at most 500 characters. */
  readonly text: string;
  readonly count: number;
  /** Time of the newest line in milliseconds; null where it tells none. */
  readonly at: Instant | null;
};

/** How far a log had been written: where a later look begins. */
export type Mark =
  | { readonly kind: 'offset'; readonly inode: string; readonly bytes: number }
  | { readonly kind: 'time'; readonly at: Instant };

/** What was read of one log since a mark, or of its last part. */
export type LogLook = {
  /** Of a module; null: of the environment as a whole. */
  readonly module: string | null;
  readonly source: 'file' | 'journal' | 'container';
  /** A path, unit or container. */
  readonly where: string;
  /** The last lines: at most 10 kB, 500 lines of 500 characters, secrets hidden. */
  readonly tail: string;
  readonly lines: number;
  /** Newest first, at most 20 kinds. */
  readonly findings: readonly Finding[];
  /** Where it ended. null: it cannot be told. */
  readonly mark: Mark | null;
  /** `whole`: everything since the mark was read. Otherwise nothing follows from what is missing in it. */
  readonly coverage: 'whole' | 'cut' | 'rotated_away' | 'unreadable' | 'binary';
  /** What went wrong, in words; ''. */
  readonly trouble: string;
};

export type Verdict = 'resolved' | 'remaining' | 'new' | 'unknown';
