// Which feature is next, and for whom.
import { type Feature, type FeatureList, findFeature, isComplete, isThere } from './feature.ts';

/** What it waits for, by id. */
export const unmetOf = (list: FeatureList, { dependsOn }: Feature): readonly string[] =>
  dependsOn.filter((id) => {
    const need = findFeature(list, id);
    return need === null || !isThere(need);
  });

/** Nobody works on them, and all they need is there. */
export const readyOf = (list: FeatureList): readonly Feature[] =>
  list.stopped === undefined
    ? list.features.filter((each) => each.state.kind === 'pending' && unmetOf(list, each).length === 0)
    : [];

export type Next =
  | { readonly kind: 'feature'; readonly feature: Feature; readonly list: FeatureList }
  | { readonly kind: 'all_complete' }
  | { readonly kind: 'blocked'; readonly why: string };

/** The one this owner has already, else the first that is ready, which is its own from then on. */
export function nextFeature(list: FeatureList, owner: string): Next {
  const own = list.features.find(({ state }) => state.kind === 'in_progress' && state.owner === owner);
  if (own !== undefined) return { kind: 'feature', feature: own, list };
  const [first] = readyOf(list);
  if (first === undefined)
    return isComplete(list) ? { kind: 'all_complete' } : { kind: 'blocked', why: whyBlocked(list) };
  const taken = beginFeature(list, first, { owner, key: null, on: null });
  return { kind: 'feature', feature: findFeature(taken, first.id) ?? first, list: taken };
}

/** `on`: the one whose branch it starts from. */
export function beginFeature(
  list: FeatureList,
  { id }: Feature,
  { owner, key, on }: { readonly owner: string; readonly key: string | null; readonly on: string | null },
): FeatureList {
  const features = list.features.map((each): Feature => {
    if (each.id !== id) return each;
    const { on: _, ...rest } = each;
    return { ...rest, state: { kind: 'in_progress', owner, key }, ...(on !== null && { on }) };
  });
  return { ...list, features, begun: list.begun + 1 };
}

export function whyBlocked(list: FeatureList): string {
  if (list.stopped !== undefined) return `no further feature is begun: stopped by ${list.stopped}`;
  const said = list.features.flatMap((each): string[] => {
    const { state, id } = each;
    if (state.kind === 'in_progress') return [`${id} is worked on by ${state.owner}`];
    if (state.kind === 'submitted') return [`the pull request of ${id} is open`];
    if (state.kind === 'failed') return [`${id} failed: ${state.why}`];
    return state.kind === 'pending' ? [`${id} waits for ${unmetOf(list, each).join(', ')}`] : [];
  });
  return said.join('; ');
}

/** `1/3`: done or skipped, of all. */
export const progressOf = ({ features }: FeatureList): string =>
  `${features.filter(({ state }) => state.kind === 'done' || state.kind === 'skipped').length}/${features.length}`;
