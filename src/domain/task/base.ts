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

/** A workspace's bare repository of ours, and the person's checkout it belongs to. */
export type Hub = { readonly path: string; readonly checkout: string };

/** Where a checkout's repository is. */
export type Repository = {
  /** The top folder of its work tree, links resolved. */
  readonly root: string;
  /** Of a linked worktree the shared one. */
  readonly gitFolder: string;
  readonly objectFormat: 'sha1' | 'sha256';
};

/** How a checkout stands. */
export type Checkout = Repository & {
  /** null: detached. */
  readonly branch: string | null;
  /** null: unborn. */
  readonly head: string | null;
  /** Paths with uncommitted changes, untracked ones included. */
  readonly dirty: readonly string[];
  readonly remote: string | null;
  readonly shallow: boolean;
  readonly submodules: boolean;
  readonly lfs: boolean;
};
