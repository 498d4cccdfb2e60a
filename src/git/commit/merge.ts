// Merging and taking back without a work tree: everything happens between objects of the hub.
import { ok, type Result } from '../../domain/error.ts';
import type { Hub, Merged, MergedAll, Tip } from '../../ports/git.ts';
import { commitAsDrover } from '../hub/preserve.ts';
import { inHub, line, runInHub } from '../process/git.ts';
import { decodeName, splitZero } from '../process/path-names.ts';
import { explain } from '../process/run-git.ts';

/** `theirs` merged into `ours`; files in conflict hold both sides between markers. Where git says that there is a conflict it may name no file. */
export async function merge(hub: Hub, ours: string, theirs: string): Promise<Result<Merged>> {
  const argv = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const run = await runInHub(hub, argv);
  if (run.code !== 0 && run.code !== 1) return explain(run, 'merge');
  const [tree, ...names] = splitZero(run.stdout);
  const id = (tree ?? Buffer.alloc(0)).toString('latin1');
  // It ends with 1 for a conflict, and for a commit that it does not know.
  if (!/^[0-9a-f]{40,64}$/.test(id)) return explain(run, 'merge');
  const conflicts = names.map(decodeName).filter((name) => name !== '');
  const told = run.code === 1 && conflicts.length === 0 ? ['(unnamed)'] : conflicts;
  return ok({ tree: id, conflicts: [...new Set(told)] });
}

/**
 * `from` without what lies between `before` and `after`. The three are given to git as commits of ours with `after` as what both sides come from: older gits are told
 * no merge base in another way.
 */
export async function takeBack(hub: Hub, from: string, before: string, after: string): Promise<Result<Merged>> {
  const made: string[] = [];
  for (const [tree, parents] of [
    [after, []],
    [from, [0]],
    [before, [0]],
  ] as const) {
    const commit = await commitAsDrover(
      hub,
      `${tree}^{tree}`,
      parents.map((at) => made[at] ?? ''),
      'To take back',
    );
    if (!commit.ok) return commit;
    made.push(commit.value);
  }
  return merge(hub, made[1] ?? '', made[2] ?? '');
}

/** Where two commits part; null: they have nothing in common, or one is not there. */
export async function mergeBase(hub: Hub, one: string, other: string): Promise<Result<Tip | null>> {
  const found = await runInHub(hub, ['merge-base', one, other]);
  return found.code === 0 ? tipOf(hub, line(found.stdout)) : ok(null);
}

/** A branch of the remote as it was fetched last; null: there is none. */
export const fetchedBranch = (hub: Hub, branch: string): Promise<Result<Tip | null>> =>
  tipOf(hub, `refs/remotes/origin/${branch}`);

async function tipOf(hub: Hub, name: string): Promise<Result<Tip | null>> {
  const run = await runInHub(hub, ['log', '-1', '--format=%H%n%T%n%an', '--end-of-options', name]);
  const [commit = '', tree = '', author = ''] = line(run.stdout).split('\n');
  return ok(run.code === 0 && commit !== '' ? { commit, tree, author } : null);
}

const mostCommits = 200;

/** What a merge brought in: from the first parent of a merge commit; else from before the run of commits that carry this line. null: the commit is not there. */
export async function beforeMerge(hub: Hub, merged: string, carries: string): Promise<Result<string | null>> {
  const argv = ['log', '--first-parent', `-${mostCommits}`, '-z', '--format=%H %P%n%B', '--end-of-options', merged];
  const run = await runInHub(hub, argv);
  const commits = splitZero(run.stdout).map((each) => each.toString('utf8'));
  if (run.code !== 0 || commits.length === 0) return ok(null);
  const heads = commits.map((text) => (text.split('\n')[0] ?? '').split(' '));
  const [, first, second] = heads[0] ?? [];
  if (second !== undefined || first === undefined) return ok(first ?? null);
  const length = commits.findIndex((text) => !text.split('\n').includes(carries));
  const last = heads[Math.max(length, 1) - 1];
  return ok(last?.[1] ?? first);
}

// Several commits put together on top of one, as objects of the hub alone: no branch, no working folder, nothing that is pushed.

type Head = { readonly commit: string; readonly tree: string | null };

/** Known by nobody and dated at the beginning, so that the same merge is the same object. */
const nobody = {
  GIT_AUTHOR_NAME: 'drover',
  GIT_AUTHOR_EMAIL: 'drover@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'drover',
  GIT_COMMITTER_EMAIL: 'drover@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

export async function mergeAll(
  hub: Hub,
  base: string,
  heads: readonly Head[],
  label: string,
): Promise<Result<MergedAll>> {
  let whole = base;
  for (const [at, head] of heads.entries()) {
    const other = head.tree === null ? ok(head.commit) : await commitTree(hub, head.tree, [base]);
    if (!other.ok) return other;
    const merged = await merge(hub, whole, other.value);
    if (!merged.ok) return merged;
    const { conflicts } = merged.value;
    if (conflicts.length > 0) return ok({ kind: 'conflict', at, files: conflicts });
    const made = await commitTree(hub, merged.value.tree, [whole, other.value]);
    if (!made.ok) return made;
    whole = made.value;
  }
  const tree = await inHub(hub, 'read a merge', ['rev-parse', '--verify', `${whole}^{tree}`]);
  if (!tree.ok) return tree;
  const kept = await inHub(hub, 'keep a merge', ['update-ref', `refs/drover/snap/${label}`, line(tree.value)]);
  return kept.ok ? ok({ kind: 'merged', tree: line(tree.value) }) : kept;
}

export async function commitTree(hub: Hub, tree: string, parents: readonly string[]): Promise<Result<string>> {
  const argv = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-m', 'together', tree];
  const made = await inHub(hub, 'merge', argv, { env: nobody });
  return made.ok ? ok(line(made.value)) : made;
}
