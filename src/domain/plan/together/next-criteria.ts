// Which criteria of a plan may be begun now: those whose needs are met, and of these as many as have nothing in common.
import type { PlannedCriterion } from '../plan.ts';
import { areApart, claimOf } from './ownership.ts';

/** Labels of what is met, and of what was begun and does not get on. */
export type Stand = { readonly done: readonly string[]; readonly aside: readonly string[] };

/** Of each criterion in its order: indexes of what must be met before it is begun, among those that `counts`: what it depends on, and all before it that it is not known to have nothing in common with. */
function* eachWithNeeds(criteria: readonly PlannedCriterion[], counts: (label: string) => boolean) {
  const claims = criteria.map(claimOf);
  for (const [index, criterion] of criteria.entries()) {
    const needs = criteria
      .slice(0, index)
      .filter(
        ({ label }, at) =>
          counts(label) &&
          (criterion.dependsOn?.includes(label) === true ||
            areOfTwoGroups(criterion, criteria[at]) ||
            !areApart(claims[index] ?? null, claims[at] ?? null)),
      );
    yield { index, label: criterion.label, needs: needs.map(({ label }) => label) };
  }
}

const areOfTwoGroups = ({ group }: PlannedCriterion, other: PlannedCriterion | undefined): boolean =>
  group !== undefined && other?.group !== undefined && group !== other.group;

/** Indexes of those that may be begun at once, at most so many, in the order of the plan; none: all that is left waits for what does not get on. */
export function nextCriteria(
  criteria: readonly PlannedCriterion[],
  { done, aside }: Stand,
  atMost: number,
): readonly number[] {
  const [met, left] = [new Set(done), new Set(aside)];
  const ready: number[] = [];
  for (const { index, label, needs } of eachWithNeeds(criteria, (each) => !met.has(each))) {
    if (!met.has(label) && !left.has(label) && needs.length === 0) ready.push(index);
    if (ready.length >= atMost) break;
  }
  return ready;
}

/** What waits for what does not get on, directly or through others, and for which of it; in the order of the plan. */
export function heldUpBy(
  criteria: readonly PlannedCriterion[],
  { done, aside }: Stand,
): readonly { readonly label: string; readonly by: readonly string[] }[] {
  const causes = new Map<string, readonly string[]>(aside.map((label) => [label, [label]]));
  const held: { readonly label: string; readonly by: readonly string[] }[] = [];
  for (const { label, needs } of eachWithNeeds(criteria, (each) => !done.includes(each))) {
    if (done.includes(label) || causes.has(label)) continue;
    const by = [...new Set(needs.flatMap((need) => causes.get(need) ?? []))];
    if (by.length === 0) continue;
    causes.set(label, by);
    held.push({ label, by });
  }
  return held;
}
