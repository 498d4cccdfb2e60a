// Where the history of a workspace is kept, and the commit that work starts from.

/** The commit a task starts from. */
export type Base = {
  readonly commit: string;
  readonly tree: string;
  /** Short branch name: `main`. */
  readonly branch: string;
  /** `remote`: freshly fetched from it; `local`: the checkout's own branch, nothing to push to. */
  readonly from: 'remote' | 'local';
  /** Never pushed to: the remote's default branch, main, master. */
  readonly protected: readonly string[];
};

/** What stands on a commit that is not there yet: the one that it began from, and the tree. */
export type Work = { readonly commit: string; readonly tree: string };

/** A workspace's bare repository of ours, and the person's checkout it belongs to. */
export type Hub = { readonly path: string; readonly checkout: string };

/** The branch that a task began from, as the remote has it now: with the commit that it began from (`there`), without that (`rewritten`), or not at all. */
export type BaseAtRemote = 'there' | BaseMoved;
export type BaseMoved = 'rewritten' | 'gone';
