// A person's checkout, as it was found.

/** Where a checkout's repository is. */
export type Repository = {
  /** The top folder of its work tree, links resolved. */
  readonly root: string;
  /** Of a linked worktree the shared one. */
  readonly gitFolder: string;
  readonly objectFormat: 'sha1' | 'sha256';
};

/** With a task whose checkout has submodules. */
export const submodulesNote = 'there are submodules: they are not filled in the copy';

/** How a checkout stands. */
export type Checkout = Repository & {
  /** null: detached. */
  readonly branch: string | null;
  /** null: unborn. */
  readonly head: string | null;
  /** Paths with uncommitted changes, untracked ones included. */
  readonly dirty: readonly string[];
  readonly remote: string | null;
  /** Where its branches are pushed to, by the rules for addresses as they are now, without credentials. Absent: nowhere. */
  readonly pushes?: string;
  readonly shallow: boolean;
  readonly submodules: boolean;
  readonly lfs: boolean;
  /** Nobody is named whom commits are by. Absent: somebody is. */
  readonly author?: false;
};
