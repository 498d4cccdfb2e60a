// A tree of a task in the person's own checkout, on no branch, and back to exactly where they were.
import { ok, type Result } from '../../domain/error.ts';
import type { Hub, Place } from '../../ports/git.ts';
import { bringToCheckout } from '../hub/bring-to-checkout.ts';
import { commitAsDrover } from '../hub/preserve.ts';
import { inCheckout, type Tools } from '../process/git.ts';
import { inspect } from '../remote/inspect.ts';
import { dirtyTree } from './checkout-mode.ts';

/** A commit of the tree that the checkout can be switched to; nothing in the checkout moves yet. The same tree gives the same commit. */
export async function offerTree(
  tools: Tools,
  hub: Hub,
  tree: string,
  parent: string,
  label: string,
): Promise<Result<{ readonly commit: string }>> {
  const made = await commitAsDrover(hub, tree, [parent], `${label}, as it stands`);
  if (!made.ok) return made;
  const brought = await bringToCheckout(tools, hub, made.value, `refs/drover/tried/${label}`);
  return brought.ok ? ok({ commit: made.value }) : brought;
}

/** `GIT_DIRTY` where anything is not committed, files git does not know of included. Safe to repeat. */
export async function switchTo(tools: Tools, checkout: string, to: Place): Promise<Result<void>> {
  const state = await inspect(tools, checkout);
  if (!state.ok) return state;
  const { branch, head, dirty } = state.value;
  if (branch === to.branch && (branch !== null || head === to.head)) return ok(undefined);
  if (dirty.length > 0) return dirtyTree(dirty);
  const target = to.branch === null ? ['--detach', to.head] : [to.branch];
  const moved = await inCheckout(tools, checkout, 'switch', ['switch', '--quiet', '--no-guess', ...target]);
  return moved.ok ? ok(undefined) : moved;
}
