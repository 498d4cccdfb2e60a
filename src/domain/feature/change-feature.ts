// How a feature ends, and how it comes back. Each change is refused as a value and leaves the list as it was.
import { fail, ok, type Result } from '../error.ts';
import { dependentsOf, type Feature, type FeatureList, type Proof, type Work, withState } from './feature.ts';
import { unmetOf } from './next-feature.ts';

type Changed = Result<FeatureList>;
const refused = (why: string) => fail('FEATURE_NOT_READY', `${why} Nothing was changed.`);

/** `owner` null: whoever has it. Told twice with the same commit, it is done once. */
export function finishFeature(
  list: FeatureList,
  feature: Feature,
  work: Work & { readonly proof: Proof },
  owner: string | null,
): Changed {
  const { id, state } = feature;
  if (state.kind === 'done')
    return state.commit === work.commit
      ? ok(list)
      : refused(`${id} is done with ${state.commit.slice(0, 12)}; it would have to be opened again first.`);
  if (state.kind === 'skipped') return refused(`${id} is skipped; it would have to be opened again first.`);
  const unmet = unmetOf(list, feature);
  if (unmet.length > 0) return refused(`${id} waits for ${unmet.join(', ')}.`);
  if (state.kind === 'in_progress' && owner !== null && state.owner !== owner)
    return refused(`${id} is worked on by ${state.owner}, not by ${owner}.`);
  const same = list.features.find((each) => each.state.kind === 'done' && each.state.commit === work.commit);
  if (same !== undefined)
    return refused(`${work.commit.slice(0, 12)} is what ${same.id} was done with; ${id} needs a commit of its own.`);
  return ok(withState(list, id, { kind: 'done', ...work }));
}

/** What waited for it may begin. `assumed`: those that took its work for granted. */
export function skipFeature(
  list: FeatureList,
  { id, state }: Feature,
  by: string,
): Result<{ readonly list: FeatureList; readonly assumed: readonly Feature[] }> {
  if (state.kind === 'done') return refused(`${id} is done.`);
  const assumed = dependentsOf(list, id).filter((each) => each.state.kind !== 'skipped');
  return ok({ list: state.kind === 'skipped' ? list : withState(list, id, { kind: 'skipped', by }), assumed });
}

/** Only what needs it stands still. */
export const failFeature = (list: FeatureList, { id }: Feature, why: string): FeatureList =>
  withState(list, id, { kind: 'failed', why });

/** Back to the beginning: whatever proved it counts no more. `built`: those that were made on top of it. */
export function reopenFeature(
  list: FeatureList,
  { id, state }: Feature,
): { readonly list: FeatureList; readonly built: readonly Feature[] } {
  const built = dependentsOf(list, id).filter((each) => each.state.kind === 'done' || each.state.kind === 'submitted');
  return { list: state.kind === 'pending' ? list : withState(list, id, { kind: 'pending' }), built };
}
