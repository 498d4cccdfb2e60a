// Puts the verbs of this room together as the port `Git`.
import { fileURLToPath } from 'node:url';
import type { Clocks } from '../domain/age.ts';
import type { Git } from '../ports/git.ts';
import { rememberChanges } from './changes.ts';
import { checkout } from './checkout.ts';
import { commit } from './commit.ts';
import { compose } from './compose.ts';
import { diff } from './diff.ts';
import { fetch } from './fetch.ts';
import { fetchedAt } from './fetched.ts';
import { hooks } from './hooks.ts';
import { inspect, lastCommit } from './inspect.ts';
import { leaveCheckout } from './leave-checkout.ts';
import { makeCopy } from './make-copy.ts';
import { makeWorktree } from './make-worktree.ts';
import { beforeMerge, fetchedBranch, merge, mergeBase, takeBack } from './merge.ts';
import { mergeAll } from './merge-all.ts';
import { onWholeHub } from './on-whole-hub.ts';
import { openHub } from './open-hub.ts';
import type { Env } from './pins.ts';
import { push, unpush } from './push.ts';
import { readTransfer } from './read-transfer.ts';
import { recordCheckout } from './record-checkout.ts';
import { remoteAddress } from './remote-address.ts';
import { remoteBranch } from './remote-branch.ts';
import { remoteHeads } from './remote-heads.ts';
import { removeCopy } from './remove-copy.ts';
import { renewCopy } from './renew-copy.ts';
import type { Found } from './repository.ts';
import { resolveBase } from './resolve-base.ts';
import { restore } from './restore.ts';
import { snapshot } from './snapshot.ts';
import { placeOf } from './stand-in.ts';
import { switchBranch } from './switch-branch.ts';
import { takeCheckout } from './take-checkout.ts';
import type { KeptCopy, Tools } from './tools.ts';
import { openTrees } from './tree.ts';
import { offerTree, switchTo } from './try-out.ts';
import { tipOf } from './worktree-branch.ts';
import { lentTo } from './worktree-place.ts';

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
    fileURLToPath(new URL('./fetch-main.ts', import.meta.url)),
  ];
  const { folder, person, clock, copies = async () => [] } = options;
  const tools: Tools = { folder, person, clock, copies, fetchProgram, trees: openTrees() };
  const { verb, tree } = onWholeHub(tools);
  const take = verb((hub, label: string, found: Found) => snapshot(tools, hub, hub.checkout, 'HEAD', label, [], found));
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
    switchBranch: verb(switchBranch),
    takeCheckout: verb((hub, base, branch) => takeCheckout(tools, hub, base, branch)),
    snapshot: verb((hub, copy, base, label, without) => snapshot(tools, hub, copy, base, label, without)),
    recordCheckout: (workspace, path, label) => recordCheckout(tools, take, workspace, path, label),
    restore: verb((hub, copy, tree, label, without) => restore(tools, hub, copy, tree, label, without)),
    changes: verb(rememberChanges()),
    diff: verb(diff),
    compose: verb((hub, onto, from, paths) => compose(tools, hub, onto, from, paths)),
    checkout: verb((hub, tree, path, how) => checkout(tools, hub, tree, path, how)),
    commit: verb((hub, spec) => commit(tools, hub, spec)),
    push: verb(push),
    unpush: verb(unpush),
    remoteBranch: verb(remoteBranch),
    merge: verb(merge),
    takeBack: verb(takeBack),
    beforeMerge: verb(beforeMerge),
    mergeBase: verb(mergeBase),
    fetchedBranch: verb(fetchedBranch),
    mergeAll: verb(mergeAll),
    hooks: verb((hub) => hooks(tools, hub)),
    removeCopy: verb((hub, copy, label, without, andBranch) => removeCopy(tools, hub, copy, label, without, andBranch)),
    offerTree: verb((hub, tree, parent, label) => offerTree(tools, hub, tree, parent, label)),
    switchTo: (checkout, to) => switchTo(tools, checkout, to),
    leaveCheckout: verb((hub, base, branch, removeBranch) => leaveCheckout(tools, hub, base, branch, removeBranch)),
  };
}
