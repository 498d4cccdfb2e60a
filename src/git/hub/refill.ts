// A hub is a cache: what one that was made anew or mended lacks comes again from the remote, the checkout and the copies.
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import type { Hub } from '../../ports/git.ts';
import { readCopyRefs } from '../copy/agent-refs.ts';
import { reserveBranch } from '../copy/branch.ts';
import { personalEnv } from '../process/environments.ts';
import { isId, type KeptCopy, line, runInHub, type Tools } from '../process/git.ts';
import { lookUpRepository } from '../process/repository.ts';
import { runGit } from '../process/run-git.ts';
import { isThere } from '../process/small-file.ts';
import { snapshot } from '../tree/snapshot.ts';
import { lend } from './alternates.ts';
import { bringIn, restoreCommits } from './preserve.ts';

/** Left by whatever made a hub anew or mended it, until all is there again. In it: what of which copy has been taken since. */
const hollowFile = (hub: string): string => join(hub, 'drover-hollow');

export const markHollow = (hub: string): Promise<void> => writeFile(hollowFile(hub), '');

export const isHollow = (hub: string): Promise<boolean> => isThere(hollowFile(hub));

/** Within the time of an effect. */
const fetchMs = 30_000;

/** Safe to repeat; stays hollow where neither remote nor checkout could be asked. */
export async function refillHub(tools: Tools, hub: Hub): Promise<void> {
  const [program = '', ...argv] = tools.fetchProgram;
  const fetched = await runGit({
    program,
    argv: [...argv, hub.path, hub.checkout],
    cwd: hub.path,
    env: personalEnv(await tools.person()),
    deadlineMs: fetchMs,
  });
  const isFetched = fetched.code === 0;
  // What the remote gave before is in the checkout for the most part.
  if (!isFetched) await lendCheckout(tools, hub);
  const copies = await copiesOf(tools, hub);
  for (const copy of copies) await once(hub, 'files', copy, () => takeFiles(tools, hub, copy));
  await restoreCommits(hub);
  for (const copy of copies) await once(hub, 'commits', copy, () => takeCommits(hub, copy));
  if (isFetched) await rm(hollowFile(hub.path), { force: true });
}

/** `take` says whether all of it is there now; what is, stays. */
async function once(
  hub: Hub,
  what: 'files' | 'commits',
  { path }: KeptCopy,
  take: () => Promise<boolean>,
): Promise<void> {
  const taken = JSON.stringify([what, path]);
  const before = await readFile(hollowFile(hub.path), 'utf8').catch(() => null);
  if (before?.split('\n').includes(taken)) return;
  // A line that was cut off stands alone, and counts for nothing.
  if ((await take()) && before !== null) await appendFile(hollowFile(hub.path), `\n${taken}\n`);
}

async function lendCheckout(tools: Tools, hub: Hub): Promise<void> {
  const found = await lookUpRepository(personalEnv(await tools.person()), hub.checkout);
  if (found.ok) await lend(hub.path, join(found.value.gitFolder, 'objects'));
}

/** Those that borrow this hub's objects. */
export async function copiesOf(tools: Tools, hub: Hub): Promise<readonly KeptCopy[]> {
  const all = await tools.copies();
  const own = await Promise.all(all.map(async ({ path }) => (await readCopyRefs(hub, path)).objects !== null));
  return all.filter((_, at) => own[at]);
}

/** Its branch is reserved again, and what stands in it is objects of the hub again: their ids are what they were. */
async function takeFiles(tools: Tools, hub: Hub, { path, branch, base }: KeptCopy): Promise<boolean> {
  if (!isId(base) || !isBranchName(branch)) return true;
  const tree = await runInHub(hub, ['rev-parse', '--verify', '--quiet', `${base}^{tree}`]);
  if (tree.code !== 0) return false;
  await reserveBranch(hub, path, { commit: base, tree: line(tree.stdout) }, branch);
  return (await snapshot(tools, hub, path, base, `again/${branch}`)).ok;
}

async function takeCommits(hub: Hub, { path }: KeptCopy): Promise<boolean> {
  const { tips, objects } = await readCopyRefs(hub, path);
  return objects === null || (await bringIn(hub, objects, tips)).ok;
}
