// One workspace as configured, with its environments and living tasks.
import type { Task } from '../domain/task/task.ts';
import { riskOf } from './check-workspace.ts';
import { findWorkspace } from './find-workspace.ts';
import { viewWorkspace } from './list-workspaces.ts';
import { lookAtTasks } from './look-at-task.ts';
import { lookAtSandbox } from './look-at-tools.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';
import { inOrder, viewTask } from './view-task.ts';

export const showWorkspace: Command<'workspace.show'> = async (ports, input) => {
  const { name, entry } = await findWorkspace(ports, input);
  const config = orFail(await ports.config.read());
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
