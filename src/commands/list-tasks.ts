// Tasks, those that wait for a person first.
import type { Task } from '../domain/task/task.ts';
import { lookAtTasks } from './look-at-task.ts';
import type { Command } from './ports.ts';
import { inOrder, viewTask } from './view-task.ts';

export const listTasks: Command<'task.list'> = async ({ store }, { workspace, all }) => {
  const tasks = await store.read(async (reads) => {
    const filter = { kind: 'task', ...(workspace === undefined ? {} : { workspace }) } as const;
    const found = await reads.things(all ? filter : { ...filter, ended: false });
    return lookAtTasks(reads, found as readonly Task[]);
  });
  return { tasks: inOrder(tasks.map(viewTask)) };
};
