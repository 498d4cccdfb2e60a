// `isolation: checkout`: the task works in the person's own folder. The branch it was on is noted in the hub before anything moves.

import { fail, ok, type Result } from '../../domain/error.ts';
import { sayFew } from '../../domain/text/counted.ts';
import type { Base, CheckoutState, Hub } from '../../ports/git.ts';
import { bringIn, preserve } from '../hub/preserve.ts';
import { personalEnv } from '../process/environments.ts';
import { inCheckout, inHub, line, runInCheckout, runInHub, type Tools } from '../process/git.ts';
import { writeBlob } from '../process/objects.ts';
import { gitFolder } from '../process/repository.ts';
import { inspect } from '../remote/inspect.ts';

type Taken = { readonly path: string; readonly branch: string };

const wasRef = (branch: string): string => `refs/drover/was/${branch}`;

export async function takeCheckout(tools: Tools, hub: Hub, base: Base, branch: string): Promise<Result<Taken>> {
  const state = await inspect(tools, hub.checkout);
  if (!state.ok) return state;
  const { root, branch: current, head, dirty } = state.value;
  const noted = await runInHub(hub, ['cat-file', '-e', wasRef(branch)]);
  if (noted.code === 0 && current === branch) return ok({ path: root, branch });
  if (dirty.length > 0) return dirtyTree(dirty);
  if (head === null)
    return fail('BASE_UNKNOWN', `${root} has no commit yet. Make a first one: git commit --allow-empty -m start.`);
  const there = await runInCheckout(tools, root, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (there.code === 0 && (noted.code !== 0 || line(there.stdout) !== head))
    return fail('ALREADY_EXISTS', `The checkout has a branch ${branch} already.`, { branch });
  const kept = await note(hub, state.value, branch, base);
  if (!kept.ok) return kept;
  const argv = there.code === 0 ? ['switch', '--quiet', branch] : ['switch', '--quiet', '--no-track', '-c', branch];
  const switched = await inCheckout(tools, root, `switch to ${branch}`, argv);
  return switched.ok ? ok({ path: root, branch }) : switched;
}

export function dirtyTree(dirty: readonly string[]): Result<never> {
  return fail('GIT_DIRTY', `The checkout has uncommitted changes: ${sayFew(dirty, 5)}.`, { files: dirty });
}

/** As a blob, for the branch may be unborn in the hub: its name, or the commit of a detached head. */
async function note(hub: Hub, state: CheckoutState, branch: string, base: Base): Promise<Result<Buffer>> {
  const text = JSON.stringify({ branch: state.branch, head: state.head, base: base.commit });
  const blob = await writeBlob(hub, base.commit, Buffer.from(text));
  return blob.ok ? inHub(hub, 'note the branch', ['update-ref', wasRef(branch), blob.value]) : blob;
}

// `isolation: checkout`, back again: to the branch the person was on; a branch taken away is kept in the hub first.

type Noted = { readonly branch: string | null; readonly head: string };

/** Safe to repeat; a checkout that is no longer on the task's branch stays where it is. `GIT_DIRTY` where work would be carried along. */
export async function leaveCheckout(
  tools: Tools,
  hub: Hub,
  base: Base,
  branch: string,
  removeBranch: boolean,
): Promise<Result<{ readonly kept: string | null }>> {
  const state = await inspect(tools, hub.checkout);
  if (!state.ok) return state;
  if (state.value.branch === branch) {
    if (state.value.dirty.length > 0) return dirtyTree(state.value.dirty);
    const was = await readNote(hub, branch);
    const target = was === null ? [base.branch] : was.branch === null ? ['--detach', was.head] : [was.branch];
    const back = await inCheckout(tools, hub.checkout, 'switch back', ['switch', '--quiet', '--no-guess', ...target]);
    if (!back.ok) return back;
  }
  const removed = removeBranch ? await takeAway(tools, hub, base, branch) : ok({ kept: null });
  if (removed.ok) await runInHub(hub, ['update-ref', '-d', wasRef(branch)]);
  return removed;
}

async function readNote(hub: Hub, branch: string): Promise<Noted | null> {
  const read = await runInHub(hub, ['cat-file', 'blob', wasRef(branch)]);
  return read.code === 0 ? (JSON.parse(read.stdout.toString('utf8')) as Noted) : null;
}

async function takeAway(
  tools: Tools,
  hub: Hub,
  base: Base,
  branch: string,
): Promise<Result<{ readonly kept: string | null }>> {
  const tip = await runInCheckout(tools, hub.checkout, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (tip.code !== 0) return ok({ kept: null });
  const commit = line(tip.stdout);
  const objects = `${await gitFolder(personalEnv(await tools.person()), hub.checkout)}/objects`;
  const brought = await bringIn(hub, objects, [commit]);
  if (!brought.ok) return brought;
  const kept = await preserve(hub, `checkout/${branch}`, commit);
  if (!kept.ok) return kept;
  const gone = await inCheckout(tools, hub.checkout, `remove the branch ${branch}`, [
    'branch',
    '--quiet',
    '-D',
    branch,
  ]);
  return gone.ok ? ok({ kept: commit === base.commit ? null : kept.value }) : gone;
}
