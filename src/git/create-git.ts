// Puts the verbs of this room together as the port `Git`.
import { fileURLToPath } from 'node:url';
import type { Clocks } from '../domain/age.ts';
import type { Git } from '../ports/git.ts';
import { commit } from './commit/commit.ts';
import { beforeMerge, fetchedBranch, merge, mergeAll, mergeBase, takeBack } from './commit/merge.ts';
import { mergeWorks, rememberOverlaps } from './commit/overlap.ts';
import { tipOf } from './copy/branch.ts';
import { leaveCheckout, takeCheckout } from './copy/checkout-mode.ts';
import { makeCopy } from './copy/clone.ts';
import { guardGit, repositoryOf } from './copy/guard-git.ts';
import { leaveBranch } from './copy/leave-branch.ts';
import { dropLinks, linksOut } from './copy/links-in-git.ts';
import { offerTree, switchTo } from './copy/preview-in-checkout.ts';
import { removeCopy } from './copy/remove.ts';
import { renewCopy } from './copy/renew.ts';
import { switchBranch } from './copy/switch-branch.ts';
import { makeWorktree } from './copy/worktree.ts';
import { lentTo } from './copy/worktree-place.ts';
import { resolveBase } from './hub/base.ts';
import { onWholeHub } from './hub/on-whole-hub.ts';
import { openHub } from './hub/open.ts';
import { placeOf } from './hub/stand-in.ts';
import type { Env } from './process/environments.ts';
import type { KeptCopy, Tools } from './process/git.ts';
import { rememberNames } from './process/known-names.ts';
import { rememberSettings } from './process/known-settings.ts';
import type { Found } from './process/repository.ts';
import { remoteAddress } from './remote/address.ts';
import { baseAtRemote, remoteBranch } from './remote/branch.ts';
import { fetch, fetchedAt } from './remote/fetch.ts';
import { remoteHeads } from './remote/heads.ts';
import { inspect, lastCommit } from './remote/inspect.ts';
import { push, unpush } from './remote/push.ts';
import { readTransfer } from './remote/read-transfer.ts';
import { changedTrees } from './tree/changed-trees.ts';
import { rememberChanges, rememberDiffs } from './tree/changes.ts';
import { rememberWork } from './tree/known-work.ts';
import { checkoutRecorder } from './tree/record-checkout.ts';
import { restore } from './tree/restore.ts';
import { forgetTrees } from './tree/snap-ref.ts';
import { snapshot } from './tree/snapshot.ts';
import { checkout, hooks } from './tree/stage.ts';
import { compose, openTrees } from './tree/tree.ts';

export type GitOptions = {
  /** A workspace's hub, absolute; its parent folder is made. */
  readonly folder: (workspace: string) => string;
  /** The person's environment: HOME, PATH and what their git, gpg and ssh settings need. */
  readonly person: () => Promise<Env>;
  /** argv that starts `fetch-main`; default: this Node and the file beside this one. A bundle names its own. */
  readonly fetchProgram?: readonly string[];
  /** For sweeping what a kill left behind. */
  readonly clock: Clocks;
  /** Copies that live, of every workspace: what a hub that was lost has again of them. */
  readonly copies?: () => Promise<readonly KeptCopy[]>;
};

export function createGit(options: GitOptions): Git {
  const fetchProgram = options.fetchProgram ?? [
    process.execPath,
    fileURLToPath(new URL('./remote/fetch-main.ts', import.meta.url)),
  ];
  const { folder, person, clock, copies = async () => [] } = options;
  const tools: Tools = {
    folder,
    person,
    clock,
    copies,
    fetchProgram,
    trees: openTrees(),
    settings: rememberSettings(),
    names: rememberNames(),
  };
  const { verb, tree } = onWholeHub(tools);
  const take = verb((hub, label: string, found: Found) =>
    snapshot(tools, hub, hub.checkout, 'HEAD', label, [], { seen: found }),
  );
  const work = rememberWork();
  return {
    inspect: (path) => inspect(tools, path),
    lastCommit: (path) => lastCommit(tools, path),
    remoteHeads,
    remoteAddress: async (of) => remoteAddress(tools, typeof of === 'string' ? of : await placeOf(of)),
    openHub: (workspace, path, borrows) => openHub(tools, workspace, path, borrows),
    fetch: verb((hub, env) => fetch(tools, hub, env)),
    fetchedAt,
    readTransfer,
    resolveBase: verb(resolveBase),
    tree: tree(tools.trees.open),
    makeCopy: verb((hub, path, base, branch) => makeCopy(tools, hub, path, base, branch)),
    makeWorktree: verb((hub, path, base, branch) => makeWorktree(tools, hub, path, base, branch)),
    renewCopy: verb((hub, copy, base, branch, take) => renewCopy(tools, hub, copy, base, branch, take)),
    hasBranch: async (hub, branch) => (await tipOf(tools, hub, branch)) !== null,
    lentTo,
    repositoryOf,
    linksOut,
    dropLinks,
    guard: (folders, checkouts, commits) => guardGit(tools, folders, checkouts, commits),
    switchBranch: verb(switchBranch),
    takeCheckout: verb((hub, base, branch) => takeCheckout(tools, hub, base, branch)),
    snapshot: verb((hub, copy, base, label, without) => snapshot(tools, hub, copy, base, label, without, { work })),
    recordCheckout: checkoutRecorder(tools, take),
    changedTrees: verb((hub, change, now) => changedTrees(tools, hub, change, now)),
    forgetSnapshots: (workspace, choose) => forgetTrees({ path: folder(workspace) }, choose),
    restore: verb((hub, copy, tree, label, without) => restore(tools, hub, copy, tree, label, without)),
    changes: verb(rememberChanges()),
    diff: verb(rememberDiffs()),
    compose: verb((hub, onto, from, paths, texts) => compose(tools, hub, onto, from, paths, texts)),
    checkout: verb((hub, tree, path, how) => checkout(tools, hub, tree, path, how)),
    commit: verb((hub, spec) => commit(tools, hub, spec)),
    push: verb(push),
    unpush: verb(unpush),
    remoteBranch: verb(remoteBranch),
    baseAtRemote: verb(baseAtRemote),
    merge: verb(merge),
    takeBack: verb(takeBack),
    beforeMerge: verb(beforeMerge),
    mergeBase: verb(mergeBase),
    fetchedBranch: verb(fetchedBranch),
    mergeAll: verb(mergeAll),
    overlap: verb(rememberOverlaps()),
    mergeWorks: verb(mergeWorks),
    hooks: verb((hub) => hooks(tools, hub)),
    removeCopy: verb((hub, copy, label, without, andBranch) => removeCopy(tools, hub, copy, label, without, andBranch)),
    offerTree: verb((hub, tree, parent, label) => offerTree(tools, hub, tree, parent, label)),
    leaveBranch: verb((hub, commit, branch, before) => leaveBranch(tools, hub, commit, branch, before)),
    switchTo: (checkout, to) => switchTo(tools, checkout, to),
    leaveCheckout: verb((hub, base, branch, removeBranch) => leaveCheckout(tools, hub, base, branch, removeBranch)),
  };
}
