// The commands of this folder under their names.
import { checkWorkspace } from './check.ts';
import { initWorkspace } from './init.ts';
import { addWorkspace, listWorkspaces, removeWorkspace, setWorkspace, showWorkspace } from './registry.ts';

export const workspaceCommands = {
  'workspace.add': addWorkspace,
  'workspace.check': checkWorkspace,
  'workspace.init': initWorkspace,
  'workspace.list': listWorkspaces,
  'workspace.remove': removeWorkspace,
  'workspace.set': setWorkspace,
  'workspace.show': showWorkspace,
};
