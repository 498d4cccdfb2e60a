// Slots of a workspace: claimed, waited for and given back under the lock of the workspace's row.
import type { Instant, TaskId } from '../domain/ids.ts';
import type { SlotPlace } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { freeSlots, holding, inLine, placeOf } from './line.ts';
import type { SlotClaimRow } from './tables.ts';
import { touchThing } from './things.ts';

/** sqlite writes alone. In Postgres whoever looks at a workspace in order to write waits here for the others. */
export async function lockWorkspace({ db, dialect, writes }: Handle, workspace: string): Promise<void> {
  if (dialect === 'sqlite' || !writes) return;
  await db
    .insertInto('slots')
    .values({ workspace, fence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.selectFrom('slots').select('fence').where('workspace', '=', workspace).forUpdate().execute();
}

export async function slotOf(handle: Handle, workspace: string, task: TaskId): Promise<SlotPlace> {
  await lockWorkspace(handle, workspace);
  return placeOf(await claimsOf(handle, workspace), task);
}

/** For a look at one thing: its task's place, without a lock. */
export async function slotOfTask(handle: Handle, task: TaskId): Promise<SlotPlace> {
  const { db } = handle;
  const claim = await db.selectFrom('slot_claims').select('workspace').where('task', '=', task).executeTakeFirst();
  return claim === undefined ? { kind: 'none' } : placeOf(await claimsOf(handle, claim.workspace), task);
}

export async function holdersOf(handle: Handle, workspace: string): Promise<readonly TaskId[]> {
  await lockWorkspace(handle, workspace);
  return holding(await claimsOf(handle, workspace)).map(({ task }) => task as TaskId);
}

export async function claimSlot(
  handle: Handle,
  workspace: string,
  slots: number,
  task: TaskId,
  priority: number,
  at: Instant,
): Promise<SlotPlace> {
  await lockWorkspace(handle, workspace);
  await standInLine(handle, { workspace, task, priority, at });
  const claims = await claimsOf(handle, workspace);
  const rank = inLine(claims).findIndex((claim) => claim.task === task);
  const free = freeSlots(claims, slots);
  const [slot] = free;
  if (rank < 0 || slot === undefined || rank >= free.length) return placeOf(claims, task);
  await grant(handle, task, slot);
  return { kind: 'held', slot };
}

export async function freeSlot(
  handle: Handle,
  workspace: string,
  slots: number,
  task: TaskId,
  at: Instant,
): Promise<readonly TaskId[]> {
  await lockWorkspace(handle, workspace);
  await handle.db.deleteFrom('slot_claims').where('task', '=', task).where('workspace', '=', workspace).execute();
  const claims = await claimsOf(handle, workspace);
  const line = inLine(claims);
  const granted: TaskId[] = [];
  for (const [index, slot] of freeSlots(claims, slots).entries()) {
    const next = line[index]?.task as TaskId | undefined;
    if (next === undefined) break;
    await grant(handle, next, slot);
    await touchThing(handle, next, at);
    granted.push(next);
  }
  return granted;
}

async function standInLine(
  { db }: Handle,
  claim: { readonly workspace: string; readonly task: TaskId; readonly priority: number; readonly at: Instant },
): Promise<void> {
  const { workspace, task, priority, at } = claim;
  const last = await db
    .selectFrom('slot_claims')
    .select((eb) => eb.fn.max('turn').as('turn'))
    .where('workspace', '=', workspace)
    .executeTakeFirst();
  await db
    .insertInto('slot_claims')
    .values({ workspace, task, priority, asked_at: at, turn: (last?.turn ?? 0) + 1, slot: null })
    .onConflict((conflict) => conflict.column('task').doUpdateSet({ priority }))
    .execute();
}

async function grant({ db }: Handle, task: TaskId, slot: number): Promise<void> {
  await db.updateTable('slot_claims').set({ slot }).where('task', '=', task).execute();
}

const claimsOf = ({ db }: Handle, workspace: string): Promise<SlotClaimRow[]> =>
  db.selectFrom('slot_claims').selectAll().where('workspace', '=', workspace).execute();
