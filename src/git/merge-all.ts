// Several commits put together on top of one, as objects of the hub alone: no branch, no working folder, nothing that is pushed.
import { ok, type Result } from '../domain/error.ts';
import type { Hub, MergedAll } from '../ports/git.ts';
import { explain } from './failure.ts';
import { inHub, line, runInHub } from './tools.ts';

type Head = { readonly commit: string; readonly tree: string | null };

/** Known by nobody and dated at the beginning, so that the same merge is the same object. */
const nobody = {
  ...{ GIT_AUTHOR_NAME: 'drover', GIT_AUTHOR_EMAIL: 'drover@localhost', GIT_AUTHOR_DATE: '@0 +0000' },
  ...{ GIT_COMMITTER_NAME: 'drover', GIT_COMMITTER_EMAIL: 'drover@localhost', GIT_COMMITTER_DATE: '@0 +0000' },
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
    const merged = await mergeWith(hub, whole, other.value);
    if (!merged.ok) return merged;
    if (merged.value.files.length > 0) return ok({ kind: 'conflict', at, files: merged.value.files });
    const made = await commitTree(hub, merged.value.tree, [whole, other.value]);
    if (!made.ok) return made;
    whole = made.value;
  }
  const tree = await inHub(hub, 'read a merge', ['rev-parse', '--verify', `${whole}^{tree}`]);
  if (!tree.ok) return tree;
  const kept = await inHub(hub, 'keep a merge', ['update-ref', `refs/drover/snap/${label}`, line(tree.value)]);
  return kept.ok ? ok({ kind: 'merged', tree: line(tree.value) }) : kept;
}

/** Exit 1 is a conflict, the tree (with markers in it) followed by the paths; or a commit that is not there, without a tree. */
async function mergeWith(
  hub: Hub,
  ours: string,
  theirs: string,
): Promise<Result<{ readonly tree: string; readonly files: readonly string[] }>> {
  const argv = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const run = await runInHub(hub, argv);
  const [tree = '', ...files] = run.stdout
    .toString()
    .split('\0')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if ((run.code !== 0 && run.code !== 1) || !/^[0-9a-f]{40,64}$/.test(tree)) return explain(run, 'merge');
  return ok({ tree, files: run.code === 0 ? [] : files.length > 0 ? files : ['(unnamed)'] });
}

async function commitTree(hub: Hub, tree: string, parents: readonly string[]): Promise<Result<string>> {
  const argv = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-m', 'together', tree];
  const made = await inHub(hub, 'merge', argv, { env: nobody });
  return made.ok ? ok(line(made.value)) : made;
}
