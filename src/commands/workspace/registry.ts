// The workspaces a person registered: added, changed, shown and taken out.

import type { WorkspaceView } from '../../contract/workspace.ts';
import type { Task } from '../../domain/task/task.ts';
import type { WorkspaceEntry } from '../../ports/config.ts';
import type { Reads } from '../../ports/store.ts';
import { lookAtSandbox } from '../agents/agents.ts';
import { frozenKeys, sayFrozen, stepUpAway } from '../config/config.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { fromFolder, unwrap } from '../shared/request.ts';
import { inOrder, viewTask } from '../task/list.ts';
import { lookAtTasks } from '../task/load.ts';
import { riskOf } from './check.ts';
import { findWorkspace } from './find.ts';

export const addWorkspace: Command<'workspace.add'> = async ({ config }, { name, path, cwd }) => {
  const written = fromFolder(path, cwd);
  unwrap(await config.add('workspaces', name, written));
  return { name, path: written };
};

// Forgets a workspace; the checkout stays, and living tasks go on with what was frozen into them.

export const removeWorkspace: Command<'workspace.remove'> = async ({ config }, { workspace }) => {
  unwrap(await config.remove('workspaces', workspace));
  return { name: workspace };
};

// Sets a key of a workspace.

export const setWorkspace: Command<'workspace.set'> = async (ports, { workspace, key: given, value, pin }, peer) => {
  await stepUpAway(ports, peer, pin);
  const key = unwrap(await ports.config.set('workspaces', workspace, given, value));
  return { name: workspace, key, value, notes: frozenKeys.test(key) ? await openTasks(ports, workspace) : [] };
};

async function openTasks({ store }: CommandPorts, workspace: string): Promise<readonly string[]> {
  const open = await store.read((reads) => reads.things({ kind: 'task', workspace, ended: false }));
  const tasks = (open as readonly Task[]).filter(({ state }) => state.known.place.gatePlan !== null);
  return tasks.length === 0 ? [] : [sayFrozen(tasks.map(({ id }) => id))];
}

// The registered workspaces, and what goes on in each.

export const listWorkspaces: Command<'workspace.list'> = async ({ config, store }) => {
  const entries = Object.entries(unwrap(await config.read()).workspaces);
  return store.read(async (reads) => ({
    workspaces: await Promise.all(entries.map(([name, entry]) => viewWorkspace(reads, name, entry))),
  }));
};

async function viewWorkspace(reads: Reads, name: string, entry: WorkspaceEntry): Promise<WorkspaceView> {
  return {
    name,
    path: entry.path,
    slots: entry.isolation === 'checkout' ? 1 : (entry.slots ?? 3),
    isolation: entry.isolation ?? 'clone',
    default_env: entry.default_env ?? null,
    at_work: (await reads.holders(name)).length,
    open: await reads.openTasks({ workspace: name }),
  };
}

// One workspace as configured, with its environments and living tasks.

export const showWorkspace: Command<'workspace.show'> = async (ports, input) => {
  const { name, entry } = await findWorkspace(ports, input);
  const config = unwrap(await ports.config.read());
  const { view, tasks } = await ports.store.read(async (reads) => {
    const found = await reads.things({ kind: 'task', workspace: name, ended: false });
    return {
      view: await viewWorkspace(reads, name, entry),
      tasks: await lookAtTasks(reads, found as readonly Task[]),
    };
  });
  return {
    ...view,
    risk: riskOf(entry, await lookAtSandbox(ports, config.sandbox)),
    entry: { ...entry },
    environments: ports.config
      .environmentsOf(config, name)
      .map((environment) => ({ name: environment.name, tier: environment.entry.tier })),
    tasks: inOrder(tasks.map(viewTask)),
  };
};
