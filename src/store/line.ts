// Whose turn it is: the line for a workspace's slots, as a pure look at its claims.
import type { TaskId } from '../domain/ids.ts';
import type { SlotPlace } from '../ports/store.ts';
import type { SlotClaimRow } from './tables.ts';

/** Priority high to low, then age, then the order of asking. */
export const inLine = (claims: readonly SlotClaimRow[]): readonly SlotClaimRow[] =>
  claims
    .filter(({ slot }) => slot === null)
    .sort((one, other) => other.priority - one.priority || one.asked_at - other.asked_at || one.turn - other.turn);

export const holding = (claims: readonly SlotClaimRow[]): readonly SlotClaimRow[] =>
  claims.filter(({ slot }) => slot !== null).sort((one, other) => (one.slot ?? 0) - (other.slot ?? 0));

/** Numbers of the slots that may be given out, lowest first; slots count from 1. */
export function freeSlots(claims: readonly SlotClaimRow[], slots: number): readonly number[] {
  const held = new Set(claims.map(({ slot }) => slot));
  const free = Array.from({ length: slots }, (_, index) => index + 1).filter((slot) => !held.has(slot));
  return free.slice(0, Math.max(0, slots - holding(claims).length));
}

export function placeOf(claims: readonly SlotClaimRow[], task: TaskId): SlotPlace {
  const mine = claims.find((claim) => claim.task === task);
  if (mine === undefined) return { kind: 'none' };
  if (mine.slot !== null) return { kind: 'held', slot: mine.slot };
  const line = inLine(claims);
  const before = [...holding(claims), ...line.slice(0, line.indexOf(mine))];
  return { kind: 'waiting', ahead: before.map((claim) => claim.task as TaskId) };
}
