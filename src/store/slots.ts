// Slots of workspaces: claimed, waited for and given back under one lock, since those at work on a host count over all of its workspaces.
import type { Instant, TaskId } from '../domain/ids.ts';
import type { Host, SlotPlace, View } from '../ports/store.ts';
import type { Handle } from './handle.ts';
import { keptQuery } from './kept-query.ts';
import { putHost } from './records.ts';
import type { SlotClaimRow } from './tables.ts';
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

const claimOf = keptQuery((db, { task }: { task: string }) =>
  db.selectFrom('slot_claims').select('slot').where('task', '=', task),
);

/** For a look at one thing: how its task stands, whoever else does; without a lock. */
export async function standingOf(handle: Handle, task: TaskId): Promise<View['slot']> {
  const [claim] = (await claimOf(handle, { task })).rows;
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
  const there = await placeInFull(handle, asked);
  if (there !== null) return there;
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

/** Where it stands as long as all slots of its workspace are held, from the few rows that tell it, however long the line is. Null: one is free, and all lines must be looked at. */
async function placeInFull({ db }: Handle, { workspace, slots, task }: Asked): Promise<SlotPlace | null> {
  const here = db.selectFrom('slot_claims').where('workspace', '=', workspace);
  const held = await here.select(['task', 'slot']).where('slot', 'is not', null).orderBy('slot').execute();
  const own = held.find((claim) => claim.task === task);
  if (own !== undefined) return { kind: 'held', slot: own.slot ?? 0 };
  if (held.length < Math.max(1, slots)) return null;
  const place = await db.selectFrom('slot_claims').selectAll().where('task', '=', task).executeTakeFirstOrThrow();
  const before = here
    .where('slot', 'is', null)
    .where((row) =>
      row.or([
        row('priority', '>', place.priority),
        row.and([row('priority', '=', place.priority), row('asked_at', '<', place.asked_at)]),
        row.and([
          row('priority', '=', place.priority),
          row('asked_at', '=', place.asked_at),
          row('turn', '<', place.turn),
        ]),
      ]),
    );
  const inOrder = before.orderBy('priority', 'desc').orderBy('asked_at').orderBy('turn');
  const first = await inOrder.select('task').limit(mostNamed).execute();
  const { all: waiting } = await before.select((row) => row.fn.countAll().as('all')).executeTakeFirstOrThrow();
  const named = [...held, ...first].slice(0, mostNamed).map((claim) => claim.task as TaskId);
  return { kind: 'waiting', ...ahead({ named, count: held.length + Number(waiting) }) };
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

// Whose turn it is: the lines for slots, as a pure look at all claims. A workspace has so many slots, a host so many tasks at work.

/** `host`: of what claims it; null: nobody knows. `at_most`: how many may be at work there; null: nothing was said. */
export type Claim = SlotClaimRow & { readonly host: string | null; readonly at_most: number | null };

/** Priority high to low, then age, then the order of asking. */
const inLine = <Row extends SlotClaimRow>(claims: readonly Row[]): readonly Row[] =>
  claims
    .filter(({ slot }) => slot === null)
    .sort((one, other) => other.priority - one.priority || one.asked_at - other.asked_at || one.turn - other.turn);

const holding = <Row extends SlotClaimRow>(claims: readonly Row[]): readonly Row[] =>
  claims.filter(({ slot }) => slot !== null).sort((one, other) => (one.slot ?? 0) - (other.slot ?? 0));

/** Numbers of the slots that may be given out, lowest first; slots count from 1. */
export function freeSlots(claims: readonly SlotClaimRow[], slots: number): readonly number[] {
  const held = new Set(claims.map(({ slot }) => slot));
  const free = Array.from({ length: slots }, (_, index) => index + 1).filter((slot) => !held.has(slot));
  return free.slice(0, Math.max(0, slots - holding(claims).length));
}

/** Who may have a slot now, over all workspaces, in the order of the line. Whose host has enough at work lets those of other hosts pass. */
export function whoseTurn(
  claims: readonly Claim[],
  told: { readonly workspace: string; readonly slots: number } | null,
): readonly { readonly task: TaskId; readonly slot: number }[] {
  const free = new Map<string, number[]>();
  const atWork = new Map<string | null, number>();
  for (const { host } of atHosts(claims)) atWork.set(host, (atWork.get(host) ?? 0) + 1);
  const turns: { task: TaskId; slot: number }[] = [];
  for (const claim of inLine(claims)) {
    const { task, workspace, host, slots } = claim;
    // A claim that does not say how many there are: each workspace has one.
    const many = told?.workspace === workspace ? told.slots : (slots ?? 1);
    const left = free.get(workspace) ?? [...freeSlots(claimsIn(claims, workspace), many)];
    free.set(workspace, left);
    const others = atWork.get(host) ?? 0;
    if (isFull(claim, others)) continue;
    const slot = left.shift();
    if (slot === undefined) continue;
    turns.push({ task: task as TaskId, slot });
    if (slots !== null) atWork.set(host, others + 1);
  }
  return turns;
}

/** Of those before one in a line, so many are named. */
const mostNamed = 20;

export const placeOf = (claims: readonly Claim[], task: TaskId): SlotPlace =>
  placesOf(claims).get(task) ?? { kind: 'none' };

/** All of them, in one walk along the line. */
export function placesOf(claims: readonly Claim[]): ReadonlyMap<TaskId, SlotPlace> {
  const places = new Map<TaskId, SlotPlace>();
  const inWorkspace = new Queues<string>();
  const onHost = new Queues<string | null>();
  for (const claim of holding(claims)) {
    places.set(claim.task as TaskId, { kind: 'held', slot: claim.slot ?? 0 });
    inWorkspace.join(claim.workspace, claim);
    if (claim.slots !== null) onHost.join(claim.host, claim);
  }
  const atWork = new Map([...onHost.all].map(([host, { count }]) => [host, count]));
  for (const claim of inLine(claims)) {
    const here = inWorkspace.of(claim.workspace);
    const isHost = here.count < (claim.slots ?? 1) && isFull(claim, atWork.get(claim.host) ?? 0);
    const atMost = isHost && claim.at_most !== null ? { atMost: claim.at_most } : {};
    places.set(claim.task as TaskId, { kind: 'waiting', ...ahead(isHost ? onHost.of(claim.host) : here), ...atMost });
    inWorkspace.join(claim.workspace, claim);
    onHost.join(claim.host, claim);
  }
  return places;
}

type Before = { readonly named: readonly TaskId[]; readonly count: number };

/** Who stands where already, in the order of joining. */
class Queues<Key> {
  readonly all = new Map<Key, Before>();

  of(key: Key): Before {
    return this.all.get(key) ?? { named: [], count: 0 };
  }

  join(key: Key, { task }: Claim): void {
    const { named, count } = this.of(key);
    this.all.set(key, { named: count < mostNamed ? [...named, task as TaskId] : named, count: count + 1 });
  }
}

const ahead = ({ named, count }: Before): { readonly ahead: readonly TaskId[]; readonly more?: number } => ({
  ahead: named,
  ...(count > named.length && { more: count - named.length }),
});

const claimsIn = (claims: readonly Claim[], workspace: string): readonly Claim[] =>
  claims.filter((claim) => claim.workspace === workspace);

/** What counts for its host. */
const atHosts = (claims: readonly Claim[]): readonly Claim[] => holding(claims).filter(({ slots }) => slots !== null);

const isFull = ({ slots, at_most }: Claim, atWork: number): boolean =>
  slots !== null && at_most !== null && atWork >= at_most;
