// Whose turn it is: the lines for slots, as a pure look at all claims. A workspace has so many slots, a host so many tasks at work.
import type { TaskId } from '../domain/ids.ts';
import type { SlotPlace } from '../ports/store.ts';
import type { SlotClaimRow } from './tables.ts';

/** `host`: of what claims it; null: nobody knows. `at_most`: how many may be at work there; null: nothing was said. */
export type Claim = SlotClaimRow & { readonly host: string | null; readonly at_most: number | null };

/** Priority high to low, then age, then the order of asking. */
const inLine = <Row extends SlotClaimRow>(claims: readonly Row[]): readonly Row[] =>
  claims
    .filter(({ slot }) => slot === null)
    .sort((one, other) => other.priority - one.priority || one.asked_at - other.asked_at || one.turn - other.turn);

export const holding = <Row extends SlotClaimRow>(claims: readonly Row[]): readonly Row[] =>
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
