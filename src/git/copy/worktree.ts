// `isolation: worktree`: the copy is a linked worktree of the person's checkout, with the bytes of the blobs like every copy. What is finished bears a mark.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { inCheckout, inHub, runInCheckout, runInHub, type Tools } from '../process/git.ts';
import { explainError, outcome } from '../process/run-git.ts';
import { indexEnv, withScratch } from '../process/scratch.ts';
import { claimBranch, reserveBranch } from './branch.ts';
import type { Copy } from './clone.ts';
import { keepFirstIndex } from './first-index.ts';
import { worktreePlace } from './worktree-place.ts';

export async function makeWorktree(
  tools: Tools,
  hub: Hub,
  path: string,
  base: Base,
  branch: string,
): Promise<Result<Copy>> {
  const reserved = await reserveBranch(hub, path, base, branch);
  if (!reserved.ok) return reserved;
  try {
    const found = await lookFor(hub, path, `${base.commit} ${branch}\n`);
    if (found === 'finished') return ok({ path, branch });
    if (found === 'foreign')
      return fail('ALREADY_EXISTS', `${path} exists and is not the copy of ${branch}.`, { path });
    await rm(path, { recursive: true, force: true });
    const cleared = await unlinkWorktree(tools, hub, path);
    if (!cleared.ok) return cleared;
    const added = await add(tools, hub, path, base, branch);
    if (!added.ok) return added;
    const filled = await fill(tools, hub, path, base);
    if (!filled.ok) return filled;
    const place = await worktreePlace(hub, path);
    if (place === null) return fail('GIT_FAILED', `Git made no worktree at ${path}.`, { path });
    await writeFile(join(place.own, 'drover-copy'), `${base.commit} ${branch}\n`);
    return ok({ path, branch });
  } catch (error) {
    return explainError(error, `make the worktree ${path}`);
  }
}

/** `half`: ours and not finished, or nothing at all. */
async function lookFor(hub: Hub, path: string, mark: string): Promise<'finished' | 'foreign' | 'half'> {
  if ((await stat(path).catch(() => null)) === null) return 'half';
  const place = await worktreePlace(hub, path);
  if (place === null) return 'foreign';
  const found = await readFile(join(place.own, 'drover-copy'), 'utf8').catch(() => null);
  if (found === null) return 'half';
  return found === mark ? 'finished' : 'foreign';
}

/** Locked, so that no `git worktree prune` of the person's takes it for gone. */
async function add(tools: Tools, hub: Hub, path: string, base: Base, branch: string): Promise<Result<unknown>> {
  const whose = await claimBranch(tools, hub, base, branch);
  if (!whose.ok) return whose;
  const lent = await lend(tools, hub, base, branch);
  if (!lent.ok) return lent;
  const which = whose.value === 'theirs' ? [path, branch] : ['--no-track', '-b', branch, path, base.commit];
  const argv = ['worktree', 'add', '--quiet', '--no-checkout', '--lock', '--reason', 'a task of Drover', ...which];
  const added = await runInCheckout(tools, hub.checkout, argv);
  await runInHub(hub, ['update-ref', '-d', lentRef(branch)]);
  if (added.code !== 0 && /already (checked out|used by worktree)/.test(added.stderr))
    return fail('ALREADY_EXISTS', `The branch ${branch} is checked out elsewhere.`, { branch });
  return outcome(added, `make the worktree ${path}`);
}

const lentRef = (branch: string): string => `refs/drover/lent/${branch}`;

/** The base may be newer than all that the checkout has. */
async function lend(tools: Tools, hub: Hub, base: Base, branch: string): Promise<Result<unknown>> {
  const there = await runInCheckout(tools, hub.checkout, ['cat-file', '-e', `${base.commit}^{commit}`]);
  if (there.code === 0) return ok(undefined);
  const named = await inHub(hub, 'lend the base', ['update-ref', lentRef(branch), base.commit]);
  if (!named.ok) return named;
  return inCheckout(tools, hub.checkout, 'bring the base in', [
    'fetch',
    ...['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'],
    ...[hub.path, lentRef(branch)],
  ]);
}

/** The files by the hub's git, then an index for whoever asks git inside. */
async function fill(tools: Tools, hub: Hub, path: string, base: Base): Promise<Result<unknown>> {
  const written = await withScratch(hub, `write the files of ${path}`, async (folder) => {
    const index = { hub, folder: path, file: join(folder, 'index') };
    const read = await inHub(hub, `write the files of ${path}`, ['read-tree', '--reset', '-u', base.commit], {
      cwd: path,
      env: indexEnv(index),
    });
    if (read.ok) await keepFirstIndex(tools, hub, path, base, index.file);
    return read;
  });
  if (!written.ok) return written;
  const index = await inCheckout(tools, path, 'write the index', ['read-tree', 'HEAD']);
  if (index.ok) await runInCheckout(tools, path, ['update-index', '-q', '--refresh']);
  return index;
}

// The person's repository forgets a worktree whose folder is gone. Git never looks into the folder itself: an agent has worked there.

/** Twice by force: it is locked. Nothing is done where it is not known. */
export async function unlinkWorktree(tools: Tools, hub: Hub, path: string): Promise<Result<void>> {
  const place = await worktreePlace(hub, path);
  if (place === null) return ok(undefined);
  const argv = ['worktree', 'remove', '--force', '--force', place.folder];
  const gone = await inCheckout(tools, hub.checkout, `take the worktree ${path} off the list`, argv);
  return gone.ok ? ok(undefined) : gone;
}
