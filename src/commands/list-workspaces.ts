// The registered workspaces.
import type { WorkspaceView } from '../contract/workspace.ts';
import type { WorkspaceEntry } from '../ports/config.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const listWorkspaces: Command<'workspace.list'> = async ({ config }) => ({
  workspaces: Object.entries(orFail(await config.read()).workspaces).map(([name, entry]) => viewWorkspace(name, entry)),
});

export const viewWorkspace = (name: string, entry: WorkspaceEntry): WorkspaceView => ({
  name,
  path: entry.path,
  slots: entry.isolation === 'checkout' ? 1 : (entry.slots ?? 3),
  isolation: entry.isolation ?? 'clone',
  default_env: entry.default_env ?? null,
});
