// The person's own checkout put on record: one look at its settings, its hub, its work tree as a tree object.
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { openHub } from '../hub/open.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { type Found, lookUpRepository } from '../process/repository.ts';
import type { Snapshot } from './snapshot.ts';

type Take = (hub: Hub, label: string, found: Found) => Promise<Result<Snapshot>>;

/** The hub borrows the checkout's objects. */
export async function recordCheckout(
  tools: Tools,
  take: Take,
  workspace: string,
  checkout: string,
  label: string,
): Promise<Result<Snapshot & { readonly hub: Hub }>> {
  const looking = lookUpRepository(personalEnv(await tools.person()), checkout);
  const opened = await openHub(tools, workspace, looking, true);
  if (!opened.ok) return opened;
  const found = await looking;
  if (!found.ok) return found;
  const { path, checkout: root } = opened.value;
  const hub = { path, checkout: root };
  const taken = await take(hub, label, found.value);
  return taken.ok ? ok({ hub, ...taken.value }) : taken;
}
