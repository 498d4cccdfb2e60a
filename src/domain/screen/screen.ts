// A terminal's screen as cells show it: what readers of agents' screens are given, and what `pane` prints.

/** Cells that do not look plain. Columns count from 0; `length` in cells. */
export type Mark = {
  readonly row: number;
  readonly column: number;
  readonly length: number;
  readonly dim?: true;
  readonly inverse?: true;
  readonly bold?: true;
  /** Number of the palette (0-255) or 0xRRGGBB plus 2^24; absent for the default. */
  readonly colour?: number;
};

/** What the program last said of itself with the marks of shells (OSC 133). Anything it prints may hold some: alone they prove nothing. */
export type ShellMark =
  /** A prompt begins (A). */
  | { readonly kind: 'prompt' }
  /** A prompt ends here (B), and what is typed stands behind it; null: it has scrolled away. */
  | { readonly kind: 'input'; readonly at: { readonly row: number; readonly column: number } | null }
  /** A command runs (C). */
  | { readonly kind: 'command' }
  /** It has ended (D); `exit` null where that is not said. */
  | { readonly kind: 'done'; readonly exit: number | null };

export type Screen = {
  readonly columns: number;
  readonly rows: number;
  /** One for each row of the visible screen, blanks at the end removed. */
  readonly lines: readonly string[];
  /** Rows (as indices) that continue the one above: the terminal broke the line, not the program. */
  readonly wrapped: readonly number[];
  readonly marks: readonly Mark[];
  /** Counted from 0, within the visible screen. */
  readonly cursor: { readonly row: number; readonly column: number; readonly visible: boolean };
  /** What the program last set as the window's title; '' where it never did. */
  readonly title: string;
  readonly alternate: boolean;
  /** The last of this screen; each of both, the alternate and the other, has its own. Absent: there was none. */
  readonly mark?: ShellMark;
  /** The program asked for pasted text to be bracketed. */
  readonly bracketedPaste: boolean;
  /** Bytes of output that are in this picture. */
  readonly at: number;
  /** When something visible last changed (cells, cursor or title); milliseconds since 1970. */
  readonly changedAt: number;
  /** What attached people typed since the last Enter of theirs: bytes, and when the last of them came. A message must not mix with it. */
  readonly typed: { readonly bytes: number; readonly at: number | null };
};
