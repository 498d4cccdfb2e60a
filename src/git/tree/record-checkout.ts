// The person's own checkout put on record: one look at its settings, its hub, its work tree as a tree object.
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { lend } from '../hub/alternates.ts';
import { openHub } from '../hub/open.ts';
import { suspectFile } from '../hub/repair.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { type Found, lookUpRepository } from '../process/repository.ts';
import { isThere } from '../process/small-file.ts';
import type { Snapshot } from './snapshot.ts';

/** On a hub that is mended, and taken again, where it fails. */
type Take = (hub: Hub, label: string, found: Found) => Promise<Result<Snapshot>>;
type Recorded = Snapshot & { readonly hub: Hub };

/** A hub that was found whole so lately is not looked over again: whoever starts an agent waits for it. Milliseconds. */
const lookMs = 60_000;

/** The hub borrows the checkout's objects. */
export function checkoutRecorder(tools: Tools, take: Take) {
  const whole = new Map<string, number>();
  const isWhole = async (path: string) =>
    tools.clock.ticks() - (whole.get(path) ?? Number.NEGATIVE_INFINITY) < lookMs && !(await isThere(suspectFile(path)));
  return async (workspace: string, checkout: string, label: string): Promise<Result<Recorded>> => {
    const path = tools.folder(workspace);
    const looking = lookUpRepository(personalEnv(await tools.person()), checkout, tools.settings);
    if (!(await isWhole(path))) {
      const opened = await openHub(tools, workspace, looking, true);
      if (!opened.ok) return opened;
      whole.set(path, tools.clock.ticks());
    }
    const found = await looking;
    if (!found.ok) return found;
    const hub = { path, checkout: found.value.root };
    const taken = await take(hub, label, found.value);
    if (!taken.ok) return taken;
    await lend(path, join(found.value.gitFolder, 'objects'));
    return ok({ hub, ...taken.value });
  };
}
