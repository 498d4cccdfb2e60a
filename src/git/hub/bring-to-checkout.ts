// A commit of the hub becomes known to the person's repository. Nothing else gets there: no name, no tags, no fetch head.
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inCheckout, inHub, type Tools } from '../process/git.ts';

/** `ref`: what names it in the hub from now on. Safe to repeat. */
export async function bringToCheckout(tools: Tools, hub: Hub, commit: string, ref: string): Promise<Result<void>> {
  const named = await inHub(hub, 'name the commit', ['update-ref', ref, commit]);
  if (!named.ok) return named;
  const fetched = await inCheckout(tools, hub.checkout, 'bring the commit in', [
    'fetch',
    ...['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'],
    ...[hub.path, ref],
  ]);
  return fetched.ok ? ok(undefined) : fetched;
}
