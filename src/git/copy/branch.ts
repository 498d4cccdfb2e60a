// The branch of a linked worktree stands in the person's repository. It is made and taken away only where nobody else has made it: noted in the hub before it is made.
import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { checkoutPrefix, type HubRef, namesUnder, refsUnder, remotePrefix } from '../hub/base.ts';
import { bringIn, preserve } from '../hub/preserve.ts';
import { inHub, line, runInCheckout, runInHub, type Tools } from '../process/git.ts';
import { readAnswers, writeBlob } from '../process/objects.ts';
import { explain } from '../process/run-git.ts';
import { sharedFolder } from './worktree-place.ts';

const madeRef = (branch: string): string => `refs/drover/made/${branch}`;

/** `made`: it is to be made now. `theirs`: the person has it, at this very commit. `ALREADY_EXISTS` where they have it at another. */
export async function claimBranch(
  tools: Tools,
  hub: Hub,
  base: Base,
  branch: string,
): Promise<Result<'made' | 'theirs'>> {
  const noted = (await commitAt(hub, madeRef(branch))) !== null;
  const tip = await tipOf(tools, hub, branch);
  if (tip !== null && !noted)
    return tip === base.commit
      ? ok('theirs')
      : fail('ALREADY_EXISTS', `The checkout has a branch ${branch} already.`, { branch });
  const dropped = tip === null ? ok(null) : await dropBranch(tools, hub, branch);
  if (!dropped.ok) return dropped;
  const note = await inHub(hub, 'note the branch', ['update-ref', madeRef(branch), base.commit]);
  return note.ok ? ok('made') : note;
}

/** Only one that was made here; commits on it that are not where it began are kept in the hub first, under the name that is given. Safe to repeat. */
export async function dropBranch(tools: Tools, hub: Hub, branch: string): Promise<Result<string | null>> {
  const began = await commitAt(hub, madeRef(branch));
  if (began === null) return ok(null);
  const gone = (await sharedFolder(hub.checkout)) === null;
  const tip = gone ? null : await tipOf(tools, hub, branch);
  let as: string | null = null;
  if (tip !== null) {
    const kept = tip === began ? ok(null) : await keepTip(hub, branch, tip);
    if (!kept.ok) return kept;
    as = kept.value;
    const removed = await runInCheckout(tools, hub.checkout, ['branch', '--quiet', '-D', '--', branch]);
    // Somebody works on it by now: it stays.
    if (removed.code !== 0 && !/checked out at|used by worktree/.test(removed.stderr))
      return explain(removed, `remove the branch ${branch}`);
  }
  await runInHub(hub, ['update-ref', '-d', madeRef(branch)]);
  return ok(as);
}

async function keepTip(hub: Hub, branch: string, tip: string): Promise<Result<string>> {
  const shared = await sharedFolder(hub.checkout);
  const brought = shared === null ? ok(undefined) : await bringIn(hub, join(shared, 'objects'), [tip]);
  return brought.ok ? preserve(hub, `checkout/${branch}`, tip) : brought;
}

async function commitAt(hub: Hub, ref: string): Promise<string | null> {
  const run = await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref]);
  return run.code === 0 ? line(run.stdout) : null;
}

export async function tipOf(tools: Tools, hub: Hub, branch: string): Promise<string | null> {
  const run = await runInCheckout(tools, hub.checkout, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  return run.code === 0 ? line(run.stdout) : null;
}

// One branch belongs to one copy: a ref `refs/drover/copies/BRANCH` on a small file that says which. Creating a ref is atomic.

export type Reservation = { readonly path: string; readonly commit: string; readonly tree: string };

const refOf = (branch: string) => `refs/drover/copies/${branch}`;

/** What is asked of the hub's refs before a branch is reserved. */
export const refsFor = (hub: Hub, branch: string, ...more: readonly string[]): Promise<readonly HubRef[]> =>
  refsUnder(hub, remotePrefix, checkoutPrefix, refOf(branch), ...more);

/**
 * Safe to repeat for the same path. `ALREADY_EXISTS` where the name is another copy's, or a branch of remote or checkout at another commit. `seen`: by `refsFor`, a
 * moment ago.
 */
export async function reserveBranch(
  hub: Hub,
  path: string,
  base: Pick<Base, 'commit' | 'tree'>,
  branch: string,
  seen?: readonly HubRef[],
): Promise<Result<void>> {
  if (!isBranchName(branch)) return fail('GIT_FAILED', `"${branch}" is not a name that git takes for a branch.`);
  const refs = seen ?? (await refsFor(hub, branch));
  const holder = refs.some(({ name }) => name === refOf(branch)) ? await findReservation(hub, branch) : null;
  if (holder !== null) return holder.path === path ? ok(undefined) : taken(branch, holder.path);
  const clash = clashing(refs, base, branch);
  if (clash !== null) return taken(branch, clash.by, clash.above);
  const text = JSON.stringify({ path, commit: base.commit, tree: base.tree } satisfies Reservation);
  const blob = await writeBlob(hub, base.commit, Buffer.from(text));
  if (!blob.ok) return blob;
  const none = '0'.repeat(base.commit.length);
  const made = await runInHub(hub, ['update-ref', refOf(branch), blob.value, none]);
  if (made.code === 0) return ok(undefined);
  const winner = await findReservation(hub, branch);
  return winner?.path === path
    ? ok(undefined)
    : taken(branch, winner?.path ?? 'a branch with a name above or below it');
}

/** `above`: a branch of that name is there, so that there is none below it, whatever its last part. */
const taken = (branch: string, by: string, above?: string) =>
  fail('ALREADY_EXISTS', `The branch ${branch} is taken by ${by}.`, { branch, by, ...defined({ above }) });

type Clash = { readonly by: string; readonly above?: string };

/** A branch of this name at another commit, or one that is a folder of the other. */
function clashing(refs: readonly HubRef[], base: Pick<Base, 'commit'>, branch: string): Clash | null {
  for (const [prefix, where] of [
    [remotePrefix, 'the remote'],
    [checkoutPrefix, 'the checkout'],
  ] as const) {
    const names = namesUnder(refs, prefix);
    const above = names.find((name) => branch.startsWith(`${name}/`));
    if (above !== undefined) return { by: `the branch ${above} of ${where}`, above };
    const below = names.find((name) => name.startsWith(`${branch}/`));
    if (below !== undefined) return { by: `the branch ${below} of ${where}` };
    const same = refs.find(({ name }) => name === `${prefix}${branch}`);
    if (same !== undefined && same.id !== base.commit) return { by: `a branch of ${where}` };
  }
  return null;
}

async function findReservation(hub: Hub, branch: string): Promise<Reservation | null> {
  const read = await runInHub(hub, ['cat-file', 'blob', refOf(branch)]);
  return reservationIn(read.code === 0 ? read.stdout : null);
}

/** What was reserved for a copy: its branches, with the base it started from. */
export async function reservationsOf(
  hub: Hub,
  path: string,
): Promise<readonly (Reservation & { readonly branch: string })[]> {
  const prefix = 'refs/drover/copies/';
  const branches = namesUnder(await refsUnder(hub, prefix), prefix);
  if (branches.length === 0) return [];
  const input = Buffer.from(branches.map((branch) => `${refOf(branch)}\n`).join(''));
  const answers = readAnswers((await runInHub(hub, ['cat-file', '--batch', '--buffer'], { input })).stdout);
  return branches.flatMap((branch, at) => {
    const found = reservationIn(answers[at]?.content ?? null);
    return found?.path === path ? [{ ...found, branch }] : [];
  });
}

const reservationIn = (content: Buffer | null): Reservation | null =>
  content === null ? null : (JSON.parse(content.toString('utf8')) as Reservation);

export async function releaseBranch(hub: Hub, branch: string): Promise<void> {
  await runInHub(hub, ['update-ref', '-d', refOf(branch)]);
}
