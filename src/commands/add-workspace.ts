// Registers a checkout.
import { fromFolder } from './from-folder.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const addWorkspace: Command<'workspace.add'> = async ({ config }, { name, path, cwd }) => {
  const written = fromFolder(path, cwd);
  orFail(await config.add('workspaces', name, written));
  return { name, path: written };
};
