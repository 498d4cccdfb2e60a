// On which branch a feature starts: the one of what it needs, so that it has that work; one branch can hold only what stands in one row.
import { type Feature, type FeatureList, findFeature } from './feature.ts';

export type Footing =
  /** The base of the whole. */
  | { readonly kind: 'base' }
  /** The branch of this feature. */
  | { readonly kind: 'on'; readonly id: string }
  /** This one first, though it is not needed: something later needs both, and has to find them in one row. */
  | { readonly kind: 'wait'; readonly id: string }
  /** Several that stand beside one another. */
  | { readonly kind: 'beside'; readonly ids: readonly string[] };

type Edges = Map<string, readonly string[]>;

/** `merged`: its work is in the base already. */
export function footingOf(list: FeatureList, id: string, merged: (id: string) => boolean): Footing {
  const edges = inRows(list, edgesOf(list, merged));
  const under = reduce(edges, edges.get(id) ?? []);
  const stateOf = (each: string) => findFeature(list, each)?.state.kind;
  const first = under.find((each) => stateOf(each) === 'pending' || stateOf(each) === 'in_progress');
  if (first !== undefined) return { kind: 'wait', id: first };
  const [only, ...more] = under;
  if (only === undefined) return { kind: 'base' };
  return more.length === 0 ? { kind: 'on', id: only } : { kind: 'beside', ids: under };
}

/** What each stands on; a skipped one is not there, so what it stood on takes its place. */
function edgesOf(list: FeatureList, merged: (id: string) => boolean): Edges {
  const edges: Edges = new Map();
  const through = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const need = findFeature(list, id);
      if (need === null || need.state.kind === 'failed' || merged(id)) return [];
      return need.state.kind === 'skipped' ? through(need.dependsOn) : [id];
    });
  for (const { id, dependsOn, on } of list.features)
    edges.set(id, [...new Set(through(on === undefined ? dependsOn : [...dependsOn, on]))]);
  return edges;
}

/** What several features are needed for together makes the later of them stand on the earlier. */
function inRows(list: FeatureList, start: Edges): Edges {
  const order = inOrder(list.features);
  const edges: Edges = new Map(start);
  for (let again = true; again; ) {
    again = false;
    for (const id of order) {
      const under = reduce(edges, edges.get(id) ?? []).toSorted(
        (one, other) => order.indexOf(one) - order.indexOf(other),
      );
      for (const [at, upper] of under.entries()) {
        const lower = under[at - 1];
        if (lower === undefined || findFeature(list, upper)?.state.kind !== 'pending') continue;
        edges.set(upper, [...(edges.get(upper) ?? []), lower]);
        again = true;
      }
    }
  }
  return edges;
}

/** Needs before what needs them; else as listed. */
function inOrder(features: readonly Feature[]): readonly string[] {
  const order: string[] = [];
  while (order.length < features.length) {
    const next = features.find(
      ({ id, dependsOn }) => !order.includes(id) && dependsOn.every((need) => order.includes(need)),
    );
    if (next === undefined) throw new Error('features in a circle');
    order.push(next.id);
  }
  return order;
}

/** Without those that another of them stands on. */
const reduce = (edges: Edges, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => !ids.some((other) => other !== id && reaches(edges, other, id)));

function reaches(edges: Edges, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const under of edges.get(id) ?? []) {
      if (under === to) return true;
      if (!seen.has(under)) open.push(under);
      seen.add(under);
    }
  return false;
}
