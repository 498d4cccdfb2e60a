// What a report of coverage says, and what is wanted of it.
import type { Span } from './reached.ts';

/** What somebody configured of the gate `coverage`. `min` absent: changed lines must not be covered less than all of the base is. */
export type CoverageWish = {
  /** Where the command writes it, below the checkout; absent: no command does, and the lines that the tests are seen to run count. */
  readonly report?: string;
  /** Percent. */
  readonly min?: number;
  readonly core?: { readonly paths: readonly string[]; readonly min: number };
};

/** So many of so many, in lines, or in statements where the report counts those. */
export type Share = { readonly ran: number; readonly of: number };

export type Measured = {
  readonly kind: 'measured';
  /** Of what ships, as far as the report knows it. */
  readonly overall: Share;
  /** Percent that `overall` must reach. */
  readonly min?: number;
  readonly core?: Share & { readonly min: number };
  /** Of lines that the change wrote; absent: there are none that count, or nothing tells of single lines. */
  readonly changed?: Share;
  /** Those of them that nothing runs. */
  readonly missed: readonly { readonly file: string; readonly lines: readonly Span[] }[];
  /** By no report: seen as the lines of a proof are. */
  readonly seen?: true;
};

export type CoverageWord = Measured | { readonly kind: 'untold'; readonly why: string };
