// The registered workspaces, and what goes on in each.
import type { WorkspaceView } from '../contract/workspace.ts';
import type { ThingId } from '../domain/ids.ts';
import type { WorkspaceEntry } from '../ports/config.ts';
import type { Reads } from '../ports/store.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const listWorkspaces: Command<'workspace.list'> = async ({ config, store }) => {
  const entries = Object.entries(orFail(await config.read()).workspaces);
  return store.read(async (reads) => ({
    workspaces: await Promise.all(entries.map(([name, entry]) => viewWorkspace(reads, name, entry))),
  }));
};

export async function viewWorkspace(reads: Reads, name: string, entry: WorkspaceEntry): Promise<WorkspaceView> {
  const open: readonly { readonly id: ThingId }[] = await reads.things({ kind: 'task', workspace: name, ended: false });
  return {
    name,
    path: entry.path,
    slots: entry.isolation === 'checkout' ? 1 : (entry.slots ?? 3),
    isolation: entry.isolation ?? 'clone',
    default_env: entry.default_env ?? null,
    at_work: (await reads.holders(name)).length,
    open: open.length,
  };
}
