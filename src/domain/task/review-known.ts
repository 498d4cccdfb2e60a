// What a task keeps of its pull request from one look to the next; all else is read anew each time.

/** A thread that is answered once the commit which follows from it is pushed; `before`: where the branch was. */
export type Owed = { readonly thread: string; readonly before: string | null };

export type Review = {
  /** Known after the first look. */
  readonly number: number | null;
  /** How often each cause was worked on: a check, a thread, the conflict. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Checks and comments that were taken up or set aside, by their ids. */
  readonly dealt: readonly string[];
  readonly owed: readonly Owed[];
  /** What a person said and nobody has done yet; absent: nothing. */
  readonly words?: readonly string[];
  /** Counts what was taken up, for the keys of its criteria. */
  readonly taken: number;
  /** Why the next commit is made, in one line. */
  readonly cause: string | null;
  /** How long the last rest was, in milliseconds; absent: there was none. */
  readonly restMs?: number;
  /** Looks that failed, one after another. */
  readonly failures: number;
  /** How it stands, for people. */
  readonly standing: string;
};

export const nothingReviewed: Review = {
  number: null,
  rounds: {},
  dealt: [],
  owed: [],
  taken: 0,
  cause: null,
  failures: 0,
  standing: '',
};
