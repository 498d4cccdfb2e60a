// The branch of a linked worktree stands in the person's repository. It is made and taken away only where nobody else has made it: noted in the hub before it is made.
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { explain } from './failure.ts';
import { bringIn, keep } from './keep.ts';
import { inHub, line, runInCheckout, runInHub, type Tools } from './tools.ts';
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
  return brought.ok ? keep(hub, `checkout/${branch}`, tip) : brought;
}

async function commitAt(hub: Hub, ref: string): Promise<string | null> {
  const run = await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref]);
  return run.code === 0 ? line(run.stdout) : null;
}

export async function tipOf(tools: Tools, hub: Hub, branch: string): Promise<string | null> {
  const run = await runInCheckout(tools, hub.checkout, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  return run.code === 0 ? line(run.stdout) : null;
}
