// The task whose lease is meant, with the lease.
import { failed } from '../domain/error.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Task } from '../domain/task/task.ts';
import type { Reads } from '../ports/store.ts';
import { findTask, taskOfCopy } from './find-task.ts';

export type Leased = { readonly task: Task; readonly lease: Lease | null };

/** Without an id it is the task of the copy one stands in; `LOCK_NOT_FOUND` where one stands in none. */
export async function findLeased(reads: Reads, given: string | undefined, cwd: string): Promise<Leased> {
  const task = given === undefined ? await taskOfCopy(reads, cwd) : await findTask(reads, given);
  if (task === null) throw failed('LOCK_NOT_FOUND', 'There is no lease here: this folder is in no copy.', { cwd });
  return { task, lease: await reads.lease(task.task) };
}
