// Sets a key of a workspace.
import type { Task } from '../domain/task/task.ts';
import { orFail } from './or-fail.ts';
import type { Command, CommandPorts } from './ports.ts';
import { frozenKeys, sayFrozen } from './say-frozen.ts';
import { stepUpByChat } from './step-up-by-chat.ts';

export const setWorkspace: Command<'workspace.set'> = async (ports, { workspace, key: given, value, pin }, peer) => {
  await stepUpByChat(ports, peer, pin);
  const key = orFail(await ports.config.set('workspaces', workspace, given, value));
  return { name: workspace, key, value, notes: frozenKeys.test(key) ? await openTasks(ports, workspace) : [] };
};

async function openTasks({ store }: CommandPorts, workspace: string): Promise<readonly string[]> {
  const open = await store.read((reads) => reads.things({ kind: 'task', workspace, ended: false }));
  const tasks = (open as readonly Task[]).filter(({ state }) => state.known.gatePlan !== null);
  return tasks.length === 0 ? [] : [sayFrozen(tasks.map(({ id }) => id))];
}
