// What the keeper starts: an argv, never a shell line.

export type Program = {
  /** argv[0] is looked up on `env.PATH`. Never interpolated into a shell. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly io: ProgramIo;
  /** The whole tree is ended when it passes: `timed_out`. */
  readonly deadlineMs: number;
  /** Ended as `stalled` after so long without a byte of output. */
  readonly quietMs?: number;
  /** Ended as `over_budget` beyond so many bytes of output. */
  readonly outputLimit?: number;
  /** Between SIGTERM and SIGKILL, where it is less than the keeper's own. */
  readonly graceMs?: number;
  /** Keeps only about the last so many bytes of output; the oldest go first. For programs that are read as they write. */
  readonly keepBytes?: number;
  /** A folder in which its reader leaves files named after the byte it has read up to: nothing from the highest of them on goes; without any, nothing at all. */
  readonly bookmarks?: string;
  /** What stands as stars in all that is kept of its output. */
  readonly secrets?: readonly string[];
  /** A full disk ends it not: it is held back until there is room for its journals. */
  readonly waitsForRoom?: true;
};

/** A folder that a confined program sees elsewhere than where it is. */
export type View = { readonly from: string; readonly at: string };

/** In its sandbox, with what it sees elsewhere. */
export type Confined = Program & { readonly views?: readonly View[] };

export type ProgramIo =
  /** `stdin`: a file whose bytes are the whole input (then end of file), `open` for writes to come, `empty` for none. */
  | { readonly kind: 'pipe'; readonly stdin: { readonly file: string } | 'open' | 'empty' }
  | { readonly kind: 'pty'; readonly columns: number; readonly rows: number };
