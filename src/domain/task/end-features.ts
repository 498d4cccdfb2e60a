// What a split task comes to: what its features came to.
import type { FeatureList } from '../feature/feature.ts';
import { childOf } from './feature-children.ts';
import { leftOfFeatures } from './left-of-features.ts';
import { advance, type TaskDecision, type TaskView } from './move.ts';
import { afterMerge } from './onward.ts';

export function endFeatures(view: TaskView, list: FeatureList): TaskDecision {
  const { thing } = view;
  const unverified = list.features.flatMap((each) => childOf(view, each)?.state.known.unverified ?? []);
  const known = {
    ...thing.state.known,
    features: list,
    pullRequest: leftOfFeatures(thing.state).request,
    unverified: [...new Set(unverified)],
  };
  const state = { ...thing.state, known };
  return advance(state, afterMerge({ ...thing, state }), [
    { kind: 'features_complete', data: { pull_request: known.pullRequest } },
  ]);
}
