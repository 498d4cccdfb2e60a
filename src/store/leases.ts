// Leases: one a task, with a fencing number that goes up with every new holder in the workspace.
import type { TaskId } from '../domain/ids.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Transaction } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { lockSlots } from './slots.ts';

type Change = Parameters<Transaction['changeLease']>[2];

export async function findLease({ db }: Handle, task: TaskId): Promise<Lease | null> {
  const row = await db.selectFrom('leases').select('body').where('task', '=', task).executeTakeFirst();
  return row === undefined ? null : toLease(task, row.body);
}

export async function openLeases(handle: Handle, workspace: string): Promise<readonly Lease[]> {
  await lockSlots(handle);
  const rows = await handle.db
    .selectFrom('leases')
    .select(['task', 'body'])
    .where('workspace', '=', workspace)
    .where('released_at', 'is', null)
    .orderBy('fence')
    .execute();
  return rows.map(({ task, body }) => toLease(task, body));
}

export async function takeLease(handle: Handle, draft: Omit<Lease, 'fence'>): Promise<Lease> {
  await lockSlots(handle);
  const lease: Lease = { ...draft, fence: await nextFence(handle, draft.workspace) };
  const { task, ...row } = rowOf(lease);
  await handle.db
    .insertInto('leases')
    .values({ task, ...row })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(row))
    .execute();
  return lease;
}

export async function changeLease(handle: Handle, task: TaskId, fence: number, change: Change): Promise<boolean> {
  const current = await lockedLease(handle, task);
  if (current === null || current.fence !== fence || current.releasedAt !== null) return false;
  const { task: _, ...row } = rowOf({ ...current, ...change });
  await handle.db.updateTable('leases').set(row).where('task', '=', task).execute();
  return true;
}

async function nextFence({ db }: Handle, workspace: string): Promise<number> {
  const { fence } = await db
    .insertInto('slots')
    .values({ workspace, fence: 1 })
    .onConflict((conflict) => conflict.column('workspace').doUpdateSet((eb) => ({ fence: eb('slots.fence', '+', 1) })))
    .returning('fence')
    .executeTakeFirstOrThrow();
  return fence;
}

async function lockedLease({ db, dialect }: Handle, task: TaskId): Promise<Lease | null> {
  const query = db.selectFrom('leases').select('body').where('task', '=', task);
  const row = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : toLease(task, row.body);
}

const toLease = (task: string, body: string): Lease => fromJson<Lease>(body, `The lease of ${task}`);

const rowOf = (lease: Lease) => ({
  task: lease.task,
  workspace: lease.workspace,
  fence: lease.fence,
  released_at: lease.releasedAt,
  body: toJson(lease),
});
