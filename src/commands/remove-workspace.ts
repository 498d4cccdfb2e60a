// Forgets a workspace; the checkout stays, and living tasks go on with what was frozen into them.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const removeWorkspace: Command<'workspace.remove'> = async ({ config }, { workspace }) => {
  orFail(await config.remove('workspaces', workspace));
  return { name: workspace };
};
