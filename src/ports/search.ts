/** One text of one row; `key` names it for good, so that it can be told anew. */
export type Passage = {
  readonly key: string;
  readonly thing: string;
  readonly task: string;
  /** What it is of its thing: `task`, `answer`, `prompt`. */
  readonly part: string;
  readonly at: number;
  readonly text: string;
};

/** `text`: the words around what was found. */
export type Found = Omit<Passage, 'key'>;

/**
 * Full text over what the rows hold. Only an index: it can be thrown away at any time, and is told again from the journal's beginning.
 * Its failures are those of its file; one that cannot be read is begun anew.
 */
export interface Search {
  /** Up to where in the journal it was told; 0: nothing. */
  position(): number;
  /** All or nothing; a passage with a key that is there replaces it. */
  put(passages: readonly Passage[], position: number): void;
  /** Every word must be there, in any script, case ignored; best first. */
  find(words: string, limit: number): readonly Found[];
  close(): void;
}
