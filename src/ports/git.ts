import type { Result } from '../domain/error.ts';
import type { Change } from '../domain/evidence/gate-plan.ts';
import type { Checkout, Repository } from '../domain/place/checkout.ts';
import type { Base, BaseAtRemote, Hub, Work } from '../domain/place/hub.ts';
import type { OldLines } from '../domain/place/touching.ts';
import type { ChangeAsked } from '../domain/run/change-asked.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Program } from '../domain/run/program.ts';

export type { Base, Change, Hub, Work };

export type LastCommit = { readonly subject: string; readonly at: number; readonly author: string };

/** The person's checkout, looked at without touching it. */
export type CheckoutState = Checkout & {
  /** What its branch follows, as `origin/main`; null: nothing. Absent: not looked at. */
  readonly upstream?: string | null;
  readonly ahead: number | null;
  readonly behind: number | null;
};

/** Where a checkout stands; `branch` null: on no branch, at `head`. */
export type Place = { readonly branch: string | null; readonly head: string };

/** The files of one tree object, read from the hub; nothing is checked out. */
export interface Tree {
  readonly id: string;
  paths(): Promise<readonly string[]>;
  /** Reads many small ones at once, for `read` to find; what is not there is left out. Absent: each is read by itself. */
  ahead?(paths: readonly string[]): Promise<void>;
  /** null: not there (or a link, or a submodule). */
  read(path: string): Promise<Uint8Array | null>;
  /** Where the link at this path leads; null: there is no link. */
  link(path: string): Promise<string | null>;
}

/** A file of which two works touch the same lines, or that git cannot put together. `lines`: as the commit has them that both began from; empty where it is not one. */
export type Overlap = { readonly path: string; readonly lines: readonly OldLines[]; readonly conflicts: boolean };

export type MergedAll =
  | { readonly kind: 'merged'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly at: number; readonly files: readonly string[] };

export type CommitSpec = {
  readonly tree: string;
  readonly parent: string;
  /** All of them where they are others than `parent`. */
  readonly parents?: readonly string[];
  readonly message: string;
  /** Seconds since 1970; taken from the intent so that a repeated commit has the same id. */
  readonly atSeconds: number;
};

/** `conflicts`: files that hold both sides between markers, in the tree. */
export type Merged = { readonly tree: string; readonly conflicts: readonly string[] };
/** `default`: null where the remote does not say. */
export type ChangedTrees = { readonly from: string; readonly to: string };
export type RemoteHeads = { readonly default: string | null; readonly branches: readonly string[] };
/** Absolute paths; where both name one, the nearer word counts. */
export type GuardedGit = { readonly writable: readonly string[]; readonly readable: readonly string[] };
export type Tip = { readonly commit: string; readonly tree: string; readonly author: string };

/**
 * Git, with hooks, fsmonitor, filters, attributes, ssh commands, protocols and all system and global configuration pinned wherever it acts
 * on an agent's tree, and every prompt switched off. Every call is bounded; what can last (fetch, push) is handed out as a `Program` for the keeper.
 * A hub is a cache: one that is gone or damaged is made anew by whatever is asked of it, from the remote, the checkout and the copies that live; `remade` in the details of a `GIT_FAILED` says
 * that what was asked for is nowhere.
 * Failures: `PATH_NOT_FOUND` (no such folder, not a repository), `BASE_UNKNOWN`, `GIT_DIRTY`, `GIT_FAILED`, `DISK_FULL`.
 */
export interface Git {
  inspect(checkout: string): Promise<Result<CheckoutState>>;
  /** Null where there is none yet. */
  lastCommit(checkout: string): Promise<LastCommit | null>;
  /** Asks the remote of a checkout; null: it has none. `REMOTE_UNREACHABLE`, bounded to 15 s. Changes nothing. */
  remoteHeads(checkout: string, env: Readonly<Record<string, string>>): Promise<Result<RemoteHeads | null>>;
  /** Where its branches are pushed to, as git itself would go there (`insteadOf` applied), without credentials; null: no remote. Of a hub whose checkout is gone: as it was at the last fetch. */
  remoteAddress(checkout: string | Hub): Promise<Result<string | null>>;
  /** Makes the hub where it is missing (bare, empty, no hooks), else finds it. Safe to repeat, also at the same time. `checkout`: a folder in it, or where its repository was found a moment ago. `borrows`: it sees the checkout's objects, for looking at the checkout alone.
   * One that was damaged is mended where it stands, for copies borrow its objects; `lost` then names refs of ours that could not be saved, and the next fetch brings the rest. */
  openHub(
    workspace: string,
    checkout: string | Repository,
    borrows?: boolean,
  ): Promise<Result<Hub & { readonly lost?: readonly string[] }>>;
  /** Brings the remote's branches and the checkout's branches and HEAD into the hub. One program, no prompts, `PATH_NOT_FOUND` for a missing checkout. Works without a remote. */
  fetch(hub: Hub, env: Readonly<Record<string, string>>): Promise<Result<Program>>;
  /** When the last fetch into it began that brought all, in milliseconds since 1970; null: not known. */
  fetchedAt(hub: Hub): Promise<number | null>;
  /** What the ending of a fetch, push or unpush program means: `REMOTE_UNREACHABLE`, `PUSH_REJECTED`, `PATH_NOT_FOUND`, `DISK_FULL`, `GIT_FAILED`. */
  readTransfer(kind: 'fetch' | 'push', ending: Ending, stderr: string): Result<void>;
  /** The branch asked for, or the remote's default, or the checkout's own branch where there is no remote. */
  resolveBase(hub: Hub, wanted: string | null): Promise<Result<Base>>;
  tree(hub: Hub, id: string): Tree;
  /** A clone of the hub through alternates, at `base` on a new `branch`, with no usable remote. Finds its own finished work; removes a half-made one. */
  makeCopy(
    hub: Hub,
    path: string,
    base: Base,
    branch: string,
  ): Promise<Result<{ readonly path: string; readonly branch: string }>>;
  /**
   * `isolation: worktree`: a linked worktree of the person's checkout, locked, at `base` on a branch of that repository, which is made where it has none. Finds its own
   * finished work; removes a half-made one. `removeCopy` takes it away again, with the branch where it was made here.
   */
  makeWorktree(
    hub: Hub,
    path: string,
    base: Base,
    branch: string,
  ): Promise<Result<{ readonly path: string; readonly branch: string }>>;
  /**
   * Before a person gets a copy that an agent had: its configuration, hooks, attributes and all else that git runs or follows are as they were made; repositories inside are moved aside.
   * Nothing may be at work in it. `taken`: what was not as it was made, by path or key. Safe to repeat.
   */
  renewCopy(
    hub: Hub,
    copy: string,
    base: Base,
    branch: string,
    take: (name: string) => Promise<void>,
  ): Promise<Result<void>>;
  /** Whether the person's own repository has this branch. */
  hasBranch(hub: Hub, branch: string): Promise<boolean>;
  /** Files and folders that git reads in a copy beside the copy itself; nothing of them is to be written, and neither configuration nor hooks are among them. */
  lentTo(hub: Hub, copy: string): Promise<readonly string[]>;
  /** Where the repository of a checkout is, of a linked worktree the shared one; null: there is none, or it knows of no such worktree. */
  repositoryOf(checkout: string): Promise<string | null>;
  /** Links in that repository that lead out of it, by their paths there; git would write through them. */
  linksOut(checkout: string): Promise<readonly string[]>;
  dropLinks(checkout: string, names: readonly string[]): Promise<void>;
  /**
   * What a program that writes in `folders` gets of the repositories there, so that it can commit and nothing that it writes is run or followed by git outside: `checkouts` are those whose
   * repositories may lie in them, `commits` is the one whose repository it may write in wherever that is. What git would heed and is not there is made, so as git takes it for nothing.
   * `UNSUPPORTED` names a link, or a file that is taken in and not there, which no sandbox can hold.
   */
  guard(folders: readonly string[], checkouts: readonly string[], commits: string | null): Promise<Result<GuardedGit>>;
  /** A clone of ours goes on under another branch, made where it stands; no file of the work changes. Safe to repeat. `ALREADY_EXISTS` names who has it. */
  switchBranch(hub: Hub, copy: string, base: Base, branch: string): Promise<Result<void>>;
  /** `isolation: checkout`: the person's own folder, new branch from its HEAD. `GIT_DIRTY` names the files. */
  takeCheckout(
    hub: Hub,
    base: Base,
    branch: string,
  ): Promise<Result<{ readonly path: string; readonly branch: string }>>;
  /**
   * Writes the copy's whole working tree (new, changed, deleted; ignored ones left out) as a tree object into the hub under `refs/drover/snap/LABEL`, with an index of
   * our own; the copy is not changed. Also tells what the agent did with git by itself: its HEAD and branches. `aside`: submodules in whose folders something lies, which is in no tree. `without`: files and folders that stay as they are on `base`.
   */
  snapshot(
    hub: Hub,
    copy: string,
    base: string,
    label: string,
    without?: readonly string[],
  ): Promise<Result<{ readonly tree: string; readonly head: string | null; readonly aside?: readonly string[] }>>;
  /** The same of the person's own checkout, and the hub of `workspace` that it is in, which is opened (`openHub`, borrowing) in the same look. */
  recordCheckout(
    workspace: string,
    checkout: string,
    label: string,
  ): Promise<Result<{ readonly hub: Hub; readonly tree: string; readonly head: string | null }>>;
  /** The trees before and after a change that is named in the checkout; `now`: the checkout as it was recorded. `BASE_UNKNOWN`. */
  changedTrees(hub: Hub, change: ChangeAsked, now: string): Promise<Result<ChangedTrees>>;
  /** Snapshots of the hub of `workspace` that nobody asks for any more: their labels are shown, and those that are chosen are names no more. Returns these. Safe to repeat. */
  forgetSnapshots(
    workspace: string,
    choose: (labels: readonly string[]) => Promise<readonly string[]>,
  ): Promise<Result<readonly string[]>>;
  /** Makes the copy's working tree equal to `tree`; what differed is kept under `refs/drover/kept/LABEL` first. `without`: these are not looked at. */
  restore(
    hub: Hub,
    copy: string,
    tree: string,
    label: string,
    without?: readonly string[],
  ): Promise<Result<{ readonly changed: readonly string[] }>>;
  /** Between two trees, renames found. */
  changes(hub: Hub, from: string, to: string): Promise<Result<readonly Change[]>>;
  /** Unified diff, at most `limit` bytes (then cut with a line that says so); `path`: of that file alone. */
  diff(hub: Hub, from: string, to: string, limit: number, path?: string): Promise<Result<string>>;
  /** The tree `onto` with `paths` taken from `from` (a path missing there is deleted); `texts`: what is in some of them instead. */
  compose(
    hub: Hub,
    onto: string,
    from: string,
    paths: readonly string[],
    texts?: ReadonlyMap<string, string>,
  ): Promise<Result<string>>;
  /**
   * A fresh folder with exactly this tree and no repository in it; replaces what is there. `repository`: with a .git of its own in which the tree is staged on a commit of
   * `parentTree` (default: the tree itself), and the commit hooks of `hooksFrom`. It borrows the hub's objects.
   */
  checkout(
    hub: Hub,
    tree: string,
    path: string,
    options: { readonly repository: boolean; readonly hooksFrom: string | null; readonly parentTree?: string },
  ): Promise<Result<void>>;
  /** Commit by the person's author and signing settings, as read from their checkout. The same spec gives the same id. */
  commit(hub: Hub, spec: CommitSpec): Promise<Result<{ readonly commit: string }>>;
  /** Commits one after another merged on top of `base`; no branch moves. `tree`: instead of a commit, as it stands on the base. Conflict at the number of a head, from 0. */
  mergeAll(
    hub: Hub,
    base: string,
    heads: readonly { readonly commit: string; readonly tree: string | null }[],
    label: string,
  ): Promise<Result<MergedAll>>;
  /** Where two works of a hub touch the same lines, and which files a trial merge cannot put together; no ref and no copy is touched. */
  overlap(hub: Hub, one: Work, other: Work): Promise<Result<readonly Overlap[]>>;
  /** Two works of a hub put together, as one tree; no ref and no copy is touched. */
  mergeWorks(hub: Hub, one: Work, other: Work): Promise<Result<Merged>>;
  /** From the hub, no force, to this branch only; `PROTECTED_BRANCH` before anything is started. `fresh`: refused where the remote has the branch at another commit. */
  push(
    hub: Hub,
    what: {
      readonly commit: string;
      readonly branch: string;
      readonly protected: readonly string[];
      readonly fresh?: boolean;
      /** As `inspect` told `pushes` before: `REMOTE_CHANGED` where it is another by now, with both. */
      readonly to?: string;
    },
    env: Readonly<Record<string, string>>,
  ): Promise<Result<Program>>;
  /** Deletes a branch on the remote, only while it is at `commit`. */
  unpush(hub: Hub, commit: string, branch: string, env: Readonly<Record<string, string>>): Promise<Result<Program>>;
  /** Asks the remote: the branch's commit, null where it has none. `REMOTE_UNREACHABLE`, bounded to 30 s. */
  remoteBranch(hub: Hub, branch: string, env: Readonly<Record<string, string>>): Promise<Result<string | null>>;
  /** Asks the remote whether the branch that a task began from still holds that commit. `REMOTE_UNREACHABLE`, bounded to 30 s each for a look and what is new of it. */
  baseAtRemote(
    hub: Hub,
    base: Pick<Base, 'branch' | 'commit'>,
    env: Readonly<Record<string, string>>,
  ): Promise<Result<BaseAtRemote>>;
  /** One commit merged into another, in the hub alone; nothing is committed. */
  merge(hub: Hub, ours: string, theirs: string): Promise<Result<Merged>>;
  /** `from` without what lies between `before` and `after`. */
  takeBack(hub: Hub, from: string, before: string, after: string): Promise<Result<Merged>>;
  /** Where a merge, or the run of commits that carry this line and end with this one, began; null: it is not there. */
  beforeMerge(hub: Hub, merged: string, carries: string): Promise<Result<string | null>>;
  /** Where two commits part; null: they have nothing in common. */
  mergeBase(hub: Hub, one: string, other: string): Promise<Result<Tip | null>>;
  /** A branch of the remote as it was fetched last; null: it has none. */
  fetchedBranch(hub: Hub, branch: string): Promise<Result<Tip | null>>;
  /** Has a commit-time hook of the person's checkout that would run: its names (pre-commit, commit-msg ...). */
  hooks(hub: Hub): Promise<Result<readonly string[]>>;
  /** Removes a copy; what is in it and nowhere else is kept under `refs/drover/kept/LABEL` and said. Safe to repeat. */
  removeCopy(
    hub: Hub,
    copy: string,
    label: string,
    without?: readonly string[],
    /** The branch of a linked worktree goes with it; default. */
    andBranch?: boolean,
  ): Promise<Result<{ readonly kept: string | null }>>;
  /** A commit of this tree is made known to the checkout; nothing in it moves. Safe to repeat. */
  offerTree(hub: Hub, tree: string, parent: string, label: string): Promise<Result<{ readonly commit: string }>>;
  /** The person's repository gets this branch, or has it moved there from `before`, where it was left the last time (null: it was not). `ALREADY_EXISTS` where it is anywhere else, or checked out. Nothing else moves. Safe to repeat. */
  leaveBranch(hub: Hub, commit: string, branch: string, before: string | null): Promise<Result<void>>;
  /** The checkout itself is switched there. `GIT_DIRTY` where anything in it is not committed; nothing where it is there already. */
  switchTo(checkout: string, to: Place): Promise<Result<void>>;
  /** `isolation: checkout`: back to the branch it was on, the task's branch removed when `removeBranch`. */
  leaveCheckout(
    hub: Hub,
    base: Base,
    branch: string,
    removeBranch: boolean,
  ): Promise<Result<{ readonly kept: string | null }>>;
}
