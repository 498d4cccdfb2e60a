// `isolation: checkout`: the task works in the person's own folder. The branch it was on is noted in the hub before anything moves.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, CheckoutState, Hub } from '../ports/git.ts';
import { inspect } from './inspect.ts';
import { writeBlob } from './loose-object.ts';
import { inCheckout, inHub, line, runInCheckout, runInHub, type Tools } from './tools.ts';

type Taken = { readonly path: string; readonly branch: string };

export const wasRef = (branch: string): string => `refs/drover/was/${branch}`;

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
  const shown = dirty.slice(0, 5).join(', ') + (dirty.length > 5 ? ` and ${dirty.length - 5} more` : '');
  return fail('GIT_DIRTY', `The checkout has uncommitted changes: ${shown}.`, { files: dirty });
}

/** As a blob, for the branch may be unborn in the hub: its name, or the commit of a detached head. */
async function note(hub: Hub, state: CheckoutState, branch: string, base: Base): Promise<Result<Buffer>> {
  const text = JSON.stringify({ branch: state.branch, head: state.head, base: base.commit });
  const blob = await writeBlob(hub, base.commit, Buffer.from(text));
  return blob.ok ? inHub(hub, 'note the branch', ['update-ref', wasRef(branch), blob.value]) : blob;
}
