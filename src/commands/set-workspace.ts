// Sets a key of a workspace.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const setWorkspace: Command<'workspace.set'> = async ({ config }, { workspace, key, value }) => {
  const meant = orFail(await config.set('workspaces', workspace, key, value));
  return { name: workspace, key: meant, value };
};
