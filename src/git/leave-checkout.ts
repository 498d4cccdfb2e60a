// `isolation: checkout`, back again: to the branch the person was on; a branch taken away is kept in the hub first.
import { ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { inspect } from './inspect.ts';
import { bringIn, keep } from './keep.ts';
import { personalEnv } from './pins.ts';
import { gitFolder } from './repository.ts';
import { dirtyTree, wasRef } from './take-checkout.ts';
import { inCheckout, line, runInCheckout, runInHub, type Tools } from './tools.ts';

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
  const kept = await keep(hub, `checkout/${branch}`, commit);
  if (!kept.ok) return kept;
  const gone = await inCheckout(tools, hub.checkout, `remove the branch ${branch}`, [
    'branch',
    '--quiet',
    '-D',
    branch,
  ]);
  return gone.ok ? ok({ kept: commit === base.commit ? null : kept.value }) : gone;
}
