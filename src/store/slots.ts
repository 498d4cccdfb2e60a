// Slots of workspaces: claimed, waited for and given back under one lock, since those at work on a host count over all of its workspaces.
import type { Instant, TaskId } from '../domain/ids.ts';
import type { Host, SlotPlace, View } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { type Claim, holding, placeOf, placesOf, whoseTurn } from './line.ts';
import { putHost } from './records.ts';
import { touchThing } from './things.ts';

/** Its row is no workspace's: none has an empty name. */
const all = '';

/** sqlite writes alone. In Postgres whoever looks at slots or leases in order to write waits here for the others; one lock for all workspaces, so that none can wait for another in a circle. */
export async function lockSlots({ db, dialect, writes }: Handle): Promise<void> {
  if (dialect === 'sqlite' || !writes) return;
  await db
    .insertInto('slots')
    .values({ workspace: all, fence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.selectFrom('slots').select('fence').where('workspace', '=', all).forUpdate().execute();
}

export async function slotOf(handle: Handle, workspace: string, task: TaskId): Promise<SlotPlace> {
  await lockSlots(handle);
  const claims = await allClaims(handle);
  return claims.some((claim) => claim.task === task && claim.workspace === workspace)
    ? placeOf(claims, task)
    : { kind: 'none' };
}

/** For a look at one thing: how its task stands, whoever else does; without a lock. */
export async function standingOf({ db }: Handle, task: TaskId): Promise<View['slot']> {
  const claim = await db.selectFrom('slot_claims').select('slot').where('task', '=', task).executeTakeFirst();
  if (claim === undefined) return { kind: 'none' };
  return claim.slot === null ? { kind: 'waiting' } : { kind: 'held', slot: claim.slot };
}

/** For lists: the place of whoever has one, without a lock. */
export const listSlots = async (handle: Handle): Promise<ReadonlyMap<TaskId, SlotPlace>> =>
  placesOf(await allClaims(handle));

export async function holdersOf(handle: Handle, workspace: string): Promise<readonly TaskId[]> {
  await lockSlots(handle);
  const rows = await handle.db.selectFrom('slot_claims').selectAll().where('workspace', '=', workspace).execute();
  return holding(rows).map(({ task }) => task as TaskId);
}

type Asked = {
  readonly workspace: string;
  readonly slots: number;
  readonly task: TaskId;
  readonly priority: number;
  readonly at: Instant;
  /** For its host. */
  readonly counts: boolean;
};

export async function claimSlot(handle: Handle, asked: Asked): Promise<SlotPlace> {
  await lockSlots(handle);
  await standInLine(handle, asked);
  const claims = await allClaims(handle);
  const turn = whoseTurn(claims, asked).find(({ task }) => task === asked.task);
  if (turn === undefined) return placeOf(claims, asked.task);
  await grant(handle, turn);
  return { kind: 'held', slot: turn.slot };
}

export async function freeSlot(
  handle: Handle,
  workspace: string,
  slots: number,
  task: TaskId,
  at: Instant,
): Promise<readonly TaskId[]> {
  await lockSlots(handle);
  await handle.db.deleteFrom('slot_claims').where('task', '=', task).where('workspace', '=', workspace).execute();
  return grantAll(handle, { workspace, slots }, at);
}

export async function beatHost(handle: Handle, host: Host): Promise<readonly TaskId[]> {
  if (!(await putHost(handle, host))) return [];
  await lockSlots(handle);
  return grantAll(handle, null, host.seenAt);
}

async function grantAll(
  handle: Handle,
  told: Parameters<typeof whoseTurn>[1],
  at: Instant,
): Promise<readonly TaskId[]> {
  const turns = whoseTurn(await allClaims(handle), told);
  for (const turn of turns) {
    await grant(handle, turn);
    await touchThing(handle, turn.task, at);
  }
  return turns.map(({ task }) => task);
}

async function standInLine({ db }: Handle, { workspace, task, priority, at, counts, slots }: Asked): Promise<void> {
  const last = await db
    .selectFrom('slot_claims')
    .select((eb) => eb.fn.max('turn').as('turn'))
    .where('workspace', '=', workspace)
    .executeTakeFirst();
  const now = { priority, slots: counts ? slots : null };
  await db
    .insertInto('slot_claims')
    .values({ workspace, task, asked_at: at, turn: (last?.turn ?? 0) + 1, slot: null, ...now })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(now))
    .execute();
}

async function grant({ db }: Handle, { task, slot }: { readonly task: TaskId; readonly slot: number }): Promise<void> {
  await db.updateTable('slot_claims').set({ slot }).where('task', '=', task).execute();
}

/** Of all workspaces, with the hosts of what claims them and lives. */
async function allClaims({ db }: Handle): Promise<readonly Claim[]> {
  const hosts = await db.selectFrom('hosts').select(['id', 'at_most']).execute();
  const most = new Map(hosts.map(({ id, at_most }) => [id, at_most]));
  const rows = await db
    .selectFrom('slot_claims')
    .leftJoin('tasks', (join) => join.onRef('tasks.id', '=', 'slot_claims.task').on('tasks.ended', '=', 0))
    .leftJoin('chains', (join) => join.onRef('chains.id', '=', 'slot_claims.task').on('chains.ended', '=', 0))
    .selectAll('slot_claims')
    .select((eb) => eb.fn.coalesce('tasks.host', 'chains.host').as('host'))
    .execute();
  return rows.map((row) => ({ ...row, at_most: row.host === null ? null : (most.get(row.host) ?? null) }));
}
