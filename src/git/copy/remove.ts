// Takes a copy away; work in it that is nowhere else is kept in the hub first.
import { rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../../disk/whole-trees.ts';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { bringIn, commitAsDrover, preserve } from '../hub/preserve.ts';
import { line, runInHub, type Tools } from '../process/git.ts';
import { explainError } from '../process/run-git.ts';
import { withScratch } from '../process/scratch.ts';
import { writeWorkTree } from '../tree/snapshot.ts';
import { type CopyRefs, readCopyRefs } from './agent-refs.ts';
import { dropBranch, type Reservation, releaseBranch, reservationsOf } from './branch.ts';
import { forgetFirstIndex } from './first-index.ts';
import { unlinkWorktree } from './worktree.ts';

type Removed = { readonly kept: string | null };

export async function removeCopy(
  tools: Tools,
  hub: Hub,
  copy: string,
  label: string,
  without: readonly string[] = [],
  andBranch = true,
): Promise<Result<Removed>> {
  const leaving = `${copy}.removing`;
  const reserved = await reservationsOf(hub, copy);
  try {
    let kept = await keptEarlier(hub, label);
    if ((await stat(copy).catch(() => null)) !== null) {
      const work = await keepWork(tools, hub, copy, label, reserved[0] ?? null, without);
      if (!work.ok) return work;
      kept = work.value ?? kept;
      await removeTree(dirname(leaving), basename(leaving));
      await rename(copy, leaving);
    }
    await forgetFirstIndex(hub, copy);
    for (const folder of [leaving, `${copy}.making`]) await removeTree(dirname(folder), basename(folder));
    const unlinked = await unlinkWorktree(tools, hub, copy);
    if (!unlinked.ok) return unlinked;
    for (const { branch } of reserved) {
      const dropped = andBranch ? await dropBranch(tools, hub, branch) : ok(null);
      if (!dropped.ok) return dropped;
      kept ??= dropped.value;
      await releaseBranch(hub, branch);
    }
    return ok({ kept });
  } catch (error) {
    return explainError(error, `remove the copy ${copy}`);
  }
}

async function keptEarlier(hub: Hub, label: string): Promise<string | null> {
  const ref = `refs/drover/kept/${label}`;
  return (await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref])).code === 0 ? ref : null;
}

/** Files and commits whose trees neither the base nor any branch of remote or checkout has. */
async function keepWork(
  tools: Tools,
  hub: Hub,
  copy: string,
  label: string,
  from: Reservation | null,
  without: readonly string[],
): Promise<Result<string | null>> {
  const known = await knownTrees(hub, from);
  const base = from?.tree ?? (await emptyTree(hub));
  const looked = await withScratch(hub, `look at ${copy}`, (folder) =>
    writeWorkTree(tools, { hub, folder: copy, file: join(folder, 'index') }, base, without, { asFiles: true }),
  );
  if (!looked.ok) return looked;
  const { tree } = looked.value;
  const refs = await readCopyRefs(hub, copy);
  const tips = await unknownTips(hub, refs, new Set([...known, tree]));
  if (known.has(tree) && tips.length === 0) return ok(null);
  const brought = tips.length === 0 || refs.objects === null ? ok(undefined) : await bringIn(hub, refs.objects, tips);
  if (!brought.ok) return brought;
  const parents = [...new Set([...(from === null ? [] : [from.commit]), ...tips])];
  const commit = await commitAsDrover(hub, tree, parents, `What was in ${copy} before it was removed`);
  return commit.ok ? preserve(hub, label, commit.value) : commit;
}

async function knownTrees(hub: Hub, from: Reservation | null): Promise<ReadonlySet<string>> {
  const run = await runInHub(hub, ['for-each-ref', '--format=%(tree)', 'refs/remotes', 'refs/checkout']);
  return new Set([...line(run.stdout).split('\n'), ...(from === null ? [] : [from.tree])].filter((id) => id !== ''));
}

async function unknownTips(
  hub: Hub,
  { tips, objects }: CopyRefs,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (objects === null) return [];
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
  const trees = await Promise.all(
    tips.map((tip) => runInHub(hub, ['rev-parse', '--verify', '--quiet', `${tip}^{tree}`], { env })),
  );
  return tips.filter((_, at) => trees[at]?.code === 0 && !known.has(line(trees[at].stdout)));
}

async function emptyTree(hub: Hub): Promise<string> {
  return line((await runInHub(hub, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: Buffer.alloc(0) })).stdout);
}
