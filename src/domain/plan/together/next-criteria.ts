// Which criteria of a plan may be begun now: those whose needs are met, and of these as many as have nothing in common.
import type { PlannedCriterion } from '../plan.ts';
import { areApart, type Claim, claimOf } from './ownership.ts';

/** Labels of what is met, and of what was begun and does not get on. */
export type Stand = { readonly done: readonly string[]; readonly aside: readonly string[] };

/** Whether `one` is not begun before `other`, which stands before it, is met: it depends on it, or is not known to have nothing in common with it. Asked of few pairs: of a large plan there are very many. */
function needing(): (one: PlannedCriterion, other: PlannedCriterion) => boolean {
  const claims = new Map<PlannedCriterion, Claim>();
  const claim = (of: PlannedCriterion): Claim => {
    const known = claims.get(of);
    if (known !== undefined) return known;
    const made = claimOf(of);
    claims.set(of, made);
    return made;
  };
  return (one, other) =>
    one.dependsOn?.includes(other.label) === true ||
    (one.group !== undefined && other.group !== undefined && one.group !== other.group) ||
    !areApart(claim(one), claim(other));
}

/** Indexes of those that may be begun at once, at most so many, in the order of the plan; none: all that is left waits for what does not get on. */
export function nextCriteria(
  criteria: readonly PlannedCriterion[],
  { done, aside }: Stand,
  atMost: number,
): readonly number[] {
  const [met, left] = [new Set(done), new Set(aside)];
  const needs = needing();
  const ready: number[] = [];
  /** That are not met, before the one that is looked at. */
  const open: PlannedCriterion[] = [];
  for (const [index, one] of criteria.entries()) {
    if (ready.length >= atMost) break;
    if (met.has(one.label)) continue;
    // What it says that it depends on stands near.
    if (!left.has(one.label) && open.findLast((other) => needs(one, other)) === undefined) ready.push(index);
    open.push(one);
  }
  return ready;
}

/** What waits for what does not get on, directly or through others, and for which of it; in the order of the plan. */
export function heldUpBy(
  criteria: readonly PlannedCriterion[],
  { done, aside }: Stand,
): readonly { readonly label: string; readonly by: readonly string[] }[] {
  if (aside.length === 0) return [];
  const met = new Set(done);
  const needs = needing();
  const causes = new Map<string, readonly string[]>(aside.map((label) => [label, [label]]));
  const held: { readonly label: string; readonly by: readonly string[] }[] = [];
  /** That do not get on, before the one that is looked at. */
  const stuck: PlannedCriterion[] = [];
  for (const one of criteria.filter(({ label }) => !met.has(label))) {
    if (!causes.has(one.label)) {
      const found = new Set<string>();
      for (let at = stuck.length - 1; at >= 0 && found.size < aside.length; at -= 1) {
        const other = stuck[at] as PlannedCriterion;
        if (needs(one, other)) for (const cause of causes.get(other.label) ?? []) found.add(cause);
      }
      if (found.size === 0) continue;
      const by = aside.filter((label) => found.has(label));
      causes.set(one.label, by);
      held.push({ label: one.label, by });
    }
    stuck.push(one);
  }
  return held;
}
