// Lines of a change, and which test ran them.

/** From the first line to the last, both in it. */
export type Span = readonly [first: number, last: number];

/** The changed functions that end the program in a tree, by file. `whole`: a test can feel nothing else of the change. */
export type StruckTree = {
  readonly files: readonly { readonly path: string; readonly spans: readonly Span[] }[];
  readonly whole: boolean;
};

/** Lines of one changed file that one test ran. */
export type Reached = { readonly id: string; readonly file: string; readonly lines: readonly Span[] };

/**
 * What a run of the changed tests told of the lines that it ran. `reached`: of each test, only the first of them where there is `more`. `nothing`: passed, and ran no changed line;
 * `unsure`: ran none that could be followed, though it may well read what was changed. `struck`: seen by letting changed functions end the program; its lines are those functions.
 * `blind`: nobody can tell lines there.
 */
export type LinesWord =
  | {
      readonly kind: 'measured';
      readonly reached: readonly Reached[];
      readonly more?: true;
      readonly nothing: readonly string[];
      readonly unsure: readonly string[];
      readonly struck?: true;
    }
  | { readonly kind: 'untold'; readonly why: string; readonly blind?: true };
