// The features of a task, with what became of each.
import type { Task } from '../domain/task/task.ts';
import { listOf } from './change-features.ts';
import { findTaskHere } from './find-task.ts';
import type { Command } from './ports.ts';
import { viewFeatures } from './view-feature.ts';

export const listFeatures: Command<'feature.list'> = ({ store }, { task: given, cwd }) =>
  store.read(async (reads) => {
    const task = await findTaskHere(reads, given, cwd);
    const tasks = (await reads.things({ kind: 'task', parent: task.id })) as readonly Task[];
    return viewFeatures(task.id, listOf(task), tasks);
  });
