// One branch belongs to one copy: a ref `refs/drover/copies/BRANCH` on a small file that says which. Creating a ref is atomic.
import { fail, ok, type Result } from '../domain/error.ts';
import { isBranchName } from '../domain/text/is-branch-name.ts';
import type { Base, Hub } from '../ports/git.ts';
import { readAnswers } from './batch.ts';
import { writeBlob } from './loose-object.ts';
import { checkoutPrefix, type HubRef, namesUnder, refsUnder, remotePrefix } from './resolve-base.ts';
import { runInHub } from './tools.ts';

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
  if (clash !== null) return taken(branch, clash);
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

const taken = (branch: string, by: string) =>
  fail('ALREADY_EXISTS', `The branch ${branch} is taken by ${by}.`, { branch, by });

/** A branch of this name at another commit, or one that is a folder of the other. */
function clashing(refs: readonly HubRef[], base: Pick<Base, 'commit'>, branch: string): string | null {
  for (const [prefix, where] of [
    [remotePrefix, 'the remote'],
    [checkoutPrefix, 'the checkout'],
  ] as const) {
    const names = namesUnder(refs, prefix);
    const folder = names.find((name) => name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`));
    if (folder !== undefined) return `the branch ${folder} of ${where}`;
    const same = refs.find(({ name }) => name === `${prefix}${branch}`);
    if (same !== undefined && same.id !== base.commit) return `a branch of ${where}`;
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
