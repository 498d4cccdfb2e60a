// Things that wait for one another: the order in which they can be done, and the circle that lets none of them begin.
import { fail, type Result } from './error.ts';

export type Dependent = {
  readonly id: string;
  /** Ids; one that no thing has holds nothing up. */
  readonly dependsOn: readonly string[];
};

/** Each after all that it depends on, and otherwise as given. Of a circle nothing is left out. */
export function inOrder<T extends Dependent>(things: readonly T[]): readonly T[] {
  const waiting = new Map(things.map((each) => [each.id, each]));
  const sorted: T[] = [];
  for (const thing of things) {
    const way = [thing];
    const met = new Set([thing.id]);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const need = at.dependsOn.map((id) => waiting.get(id)).find((each) => each !== undefined && !met.has(each.id));
      if (need !== undefined) {
        way.push(need);
        met.add(need.id);
        continue;
      }
      way.pop();
      if (waiting.delete(at.id)) sorted.push(at);
    }
  }
  return sorted;
}

/** Ids, each followed by one that it waits for, the last by the first, which is the first as given; null where all can begin. */
export function findCircle(things: readonly Dependent[]): readonly string[] | null {
  const needsOf = new Map(things.map(({ id, dependsOn }) => [id, dependsOn]));
  const placed = new Set<string>();
  for (const { id, dependsOn } of inOrder(things)) {
    placed.add(id);
    // In that order only what waits for itself stands before what it needs.
    const need = dependsOn.find((each) => needsOf.has(each) && (each === id || !placed.has(each)));
    if (need !== undefined) return fromFirst([id, ...findWay(need, id, needsOf)], [...needsOf.keys()]);
  }
  return null;
}

function fromFirst(circle: readonly string[], given: readonly string[]): readonly string[] {
  const members = new Set(circle);
  const at = circle.indexOf(given.find((id) => members.has(id)) ?? '');
  return [...circle.slice(at), ...circle.slice(0, at)];
}

/** From one to another by what each needs, the end left out. */
function findWay(from: string, to: string, needsOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const at of cameFrom.keys())
    for (const need of needsOf.get(at) ?? []) if (!cameFrom.has(need)) cameFrom.set(need, at);
  const way: string[] = [];
  for (let at = cameFrom.get(to) ?? null; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}

/** `ids`: as `findCircle` tells them. */
export const sayCircle = (ids: readonly string[]): string =>
  `They wait for one another in a circle: ${ids.join(', ')}.`;

export const refuseCircle = (ids: readonly string[]): Result<never> =>
  fail('DEPENDENCY_CYCLE', sayCircle(ids), { circle: ids });
