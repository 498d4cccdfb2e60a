// The person's repository forgets a worktree whose folder is gone. Git never looks into the folder itself: an agent has worked there.
import { ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { inCheckout, type Tools } from './tools.ts';
import { worktreePlace } from './worktree-place.ts';

/** Twice by force: it is locked. Nothing is done where it is not known. */
export async function unlinkWorktree(tools: Tools, hub: Hub, path: string): Promise<Result<void>> {
  const place = await worktreePlace(hub, path);
  if (place === null) return ok(undefined);
  const argv = ['worktree', 'remove', '--force', '--force', place.folder];
  const gone = await inCheckout(tools, hub.checkout, `take the worktree ${path} off the list`, argv);
  return gone.ok ? ok(undefined) : gone;
}
