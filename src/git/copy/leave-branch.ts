// Work that is pushed nowhere becomes a branch in the person's own repository. Nothing else in it moves.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { bringToCheckout } from '../hub/bring-to-checkout.ts';
import { inCheckout, type Tools } from '../process/git.ts';
import { tipOf } from './branch.ts';

/** `before`: where it was left the last time; null: it was not. `ALREADY_EXISTS` where it is anywhere else, or somebody works on it. Safe to repeat. */
export async function leaveBranch(
  tools: Tools,
  hub: Hub,
  commit: string,
  branch: string,
  before: string | null,
): Promise<Result<void>> {
  const tip = await tipOf(tools, hub, branch);
  if (tip === commit) return ok(undefined);
  if (tip !== before && tip !== null)
    return fail('ALREADY_EXISTS', `The branch ${branch} is at ${tip.slice(0, 12)} already in your repository.`, {
      branch,
    });
  const trees = await inCheckout(tools, hub.checkout, 'look who works on it', ['worktree', 'list', '--porcelain']);
  if (!trees.ok) return trees;
  if (trees.value.toString().split('\n').includes(`branch refs/heads/${branch}`))
    return fail('ALREADY_EXISTS', `The branch ${branch} is checked out in your repository.`, { branch });
  const brought = await bringToCheckout(tools, hub, commit, `refs/drover/left/${branch}`);
  if (!brought.ok) return brought;
  const none = '0'.repeat(commit.length);
  const made = await inCheckout(tools, hub.checkout, 'make the branch', [
    ...['update-ref', '-m', 'drover: proven', `refs/heads/${branch}`, commit, tip ?? none],
  ]);
  return made.ok ? ok(undefined) : made;
}
