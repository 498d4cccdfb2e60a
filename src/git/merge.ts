// Merging and taking back without a work tree: everything happens between objects of the hub.
import { ok, type Result } from '../domain/error.ts';
import type { Hub, Merged, Tip } from '../ports/git.ts';
import { explain } from './failure.ts';
import { commitAsDrover } from './keep.ts';
import { decodeName, splitZero } from './names.ts';
import { inHub, line, runInHub } from './tools.ts';

/** `theirs` merged into `ours`; files in conflict hold both sides between markers. */
export async function merge(hub: Hub, ours: string, theirs: string): Promise<Result<Merged>> {
  const argv = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const run = await runInHub(hub, argv);
  if (run.code !== 0 && run.code !== 1) return explain(run, 'merge');
  const [tree, ...names] = splitZero(run.stdout);
  const id = (tree ?? Buffer.alloc(0)).toString('latin1');
  // It ends with 1 for a conflict, and for a commit that it does not know.
  if (!/^[0-9a-f]{40,64}$/.test(id)) return explain(run, 'merge');
  const conflicts = names.map(decodeName).filter((name) => name !== '');
  return ok({ tree: id, conflicts: [...new Set(conflicts)] });
}

/**
 * `from` without what lies between `before` and `after`. The three are given to git as commits of ours with `after` as what both sides come from: older gits are told
 * no merge base in another way.
 */
export async function takeBack(hub: Hub, from: string, before: string, after: string): Promise<Result<Merged>> {
  const made: string[] = [];
  for (const [tree, parents] of [
    [`${after}^{tree}`, []],
    [`${from}^{tree}`, [0]],
    [`${before}^{tree}`, [0]],
  ] as const) {
    const id = await inHub(hub, 'read a tree', ['rev-parse', '--verify', '--end-of-options', tree]);
    if (!id.ok) return id;
    const commit = await commitAsDrover(
      hub,
      line(id.value),
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
