// Lines of a change, and which test ran them.

/** From the first line to the last, both in it. */
export type Span = readonly [first: number, last: number];

/** Lines of one changed file that one test ran. */
export type Reached = { readonly id: string; readonly file: string; readonly lines: readonly Span[] };

/**
 * What a run of the changed tests told of the lines that it ran. `reached`: of each test, only the first of them where there is `more`. `nothing`: passed, and ran no changed line;
 * `unsure`: ran none that could be followed, though it may well read what was changed.
 */
export type LinesWord =
  | {
      readonly kind: 'measured';
      readonly reached: readonly Reached[];
      readonly more?: true;
      readonly nothing: readonly string[];
      readonly unsure: readonly string[];
    }
  | { readonly kind: 'untold'; readonly why: string };
