// Drafts into a list: refused whole where one number or id is wrong or they run in a circle; replanning keeps what is there.
import { findCircle, refuseCircle } from '../dependencies.ts';
import { fail, ok, type Result } from '../error.ts';
import type { Feature, FeatureDraft, FeatureList, FeatureState } from './feature.ts';

const invalid = (why: string) => fail('FEATURES_INVALID', `${why} Nothing was taken over.`);
const pending: FeatureState = { kind: 'pending' };

/** `before`: the list that is replaced; what is begun or over in it stays as it is, unless `force`. */
export function planFeatures(
  before: FeatureList | null,
  drafts: readonly FeatureDraft[],
  force = false,
): Result<FeatureList> {
  const old = before?.features ?? [];
  const ids = nameAll(old, drafts);
  const small = ids.map((id) => id.toLowerCase());
  const twice = ids.find((_, at) => small.indexOf(small[at] ?? '') !== at);
  if (twice !== undefined) return invalid(`${twice} is there twice.`);
  const kept = force ? [] : old.filter(({ id, state }) => !ids.includes(id) && state.kind !== 'pending');
  const working = kept.find(({ state }) => state.kind === 'in_progress');
  if (working !== undefined)
    return fail('FEATURE_NOT_READY', `${working.id} is worked on and not in the new plan. Nothing was taken over.`);
  const all = [...kept.map(({ id }) => id), ...ids];
  const features: Feature[] = [...kept];
  for (const [at, draft] of drafts.entries()) {
    const needs = resolve(draft, at, ids, all);
    if (!needs.ok) return needs;
    const id = ids[at] ?? '';
    const same = force ? undefined : old.find((each) => each.id === id);
    features.push({
      id,
      title: draft.title,
      task: draft.task === '' ? draft.title : draft.task,
      dependsOn: needs.value,
      state: same?.state ?? pending,
    });
  }
  const whole = features.map((each) => ({ ...each, dependsOn: each.dependsOn.filter((need) => all.includes(need)) }));
  const circle = findCircle(whole);
  if (circle !== null) return refuseCircle(circle);
  return ok({ features: whole, begun: before?.begun ?? 0 });
}

/** The id a draft names, that of the old one with its title, or the next free number. */
function nameAll(old: readonly Feature[], drafts: readonly FeatureDraft[]): readonly string[] {
  const told = drafts.map((draft) => {
    const named = draft.id === null ? undefined : old.find(({ id }) => id.toLowerCase() === draft.id?.toLowerCase());
    const same = old.find(({ title }) => title.toLowerCase() === draft.title.toLowerCase());
    return named?.id ?? draft.id ?? same?.id ?? null;
  });
  const used = new Set([...old.map(({ id }) => id), ...told.filter((id) => id !== null)]);
  let number = old.length === 0 ? 0 : Math.max(...old.map(({ id }) => Number(/^F-(\d+)$/.exec(id)?.[1] ?? 0)));
  return told.map((id) => {
    if (id !== null) return id;
    do number += 1;
    while (used.has(`F-${number}`));
    return `F-${number}`;
  });
}

/** `own`: the ids of this plan, which numbers count; `all`: also those that are kept. */
function resolve(
  draft: FeatureDraft,
  at: number,
  own: readonly string[],
  all: readonly string[],
): Result<readonly string[]> {
  const needs: string[] = [];
  for (const need of draft.dependsOn) {
    const id =
      typeof need === 'number' ? own[need - 1] : all.find((each) => each.toLowerCase() === need.trim().toLowerCase());
    if (id === undefined)
      return invalid(
        typeof need === 'number'
          ? `Feature ${at + 1} depends on number ${need}; they count from 1 to ${own.length}.`
          : `Feature ${at + 1} depends on ${need}, which is not there.`,
      );
    if (id === own[at]) return invalid(`${id} depends on itself.`);
    if (!needs.includes(id)) needs.push(id);
  }
  return ok(needs);
}
