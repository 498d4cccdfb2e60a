// The list as its tasks make it: what they submitted, finished or failed. Read from their rows each time, never from what was told.

import type { Said } from '../../fact/fact.ts';
import { failFeature, finishFeature } from '../../feature/change-feature.ts';
import {
  type Feature,
  type FeatureList,
  findFeature,
  type Proof,
  type Work,
  withState,
} from '../../feature/feature.ts';
import { known, type TaskView } from '../moves.ts';
import type { Task } from '../task.ts';
import { childOf, headOf } from './child.ts';

export type Synced = { readonly list: FeatureList; readonly said: readonly Said[] };

/** null: nothing has changed. */
export function syncFeatures(view: TaskView): Synced | null {
  const before = known(view.thing.state, 'work', 'features');
  let synced: Synced = { list: before, said: [] };
  for (const { id } of before.features) synced = syncOne(view, synced, id);
  return synced.list === before ? null : synced;
}

function syncOne(view: TaskView, synced: Synced, id: string): Synced {
  const feature = findFeature(synced.list, id);
  if (feature === null || (feature.state.kind !== 'in_progress' && feature.state.kind !== 'submitted')) return synced;
  const child = childOf(view, feature);
  if (child === undefined) return synced;
  if (child.state.at.kind === 'ended' && child.ended) return ended(synced, feature, child);
  return submitted(synced, feature, child);
}

function submitted({ list, said }: Synced, { id, state }: Feature, child: Task): Synced {
  const {
    delivery: { pushed, pullRequest },
    work: { proven },
  } = child.state.known;
  const work = workOf(child);
  if (!pushed || proven === null || pullRequest === null || work === null) return { list, said };
  if (state.kind === 'submitted' && state.commit === work.commit && state.pullRequest === work.pullRequest)
    return { list, said };
  return {
    list: withState(list, id, { kind: 'submitted', key: child.key, ...work }),
    said: [...said, { kind: 'feature_submitted', data: { feature: id, task: child.id, commit: work.commit } }],
  };
}

function ended({ list, said }: Synced, feature: Feature, child: Task): Synced {
  const data = { feature: feature.id, task: child.id };
  const work = workOf(child);
  const proof = proofOf(child);
  if (work === null || proof === null) return failed({ list, said }, feature, child, whyNot(child));
  const finished = finishFeature(list, feature, { ...work, proof }, null);
  if (!finished.ok) return failed({ list, said }, feature, child, finished.failure.message);
  return { list: finished.value, said: [...said, { kind: 'feature_done', data: { ...data, commit: work.commit } }] };
}

const failed = ({ list, said }: Synced, feature: Feature, child: Task, why: string): Synced => ({
  list: failFeature(list, feature, why),
  said: [...said, { kind: 'feature_failed', data: { feature: feature.id, task: child.id, why } }],
});

const whyNot = ({ state: { at } }: Task): string =>
  at.kind === 'ended' ? `${at.outcome.kind.replace('_', ' ')}: ${at.outcome.why}` : 'it left nothing';

function workOf(child: Task): Work | null {
  const commit = headOf(child);
  const {
    place: { copy },
    delivery: { pullRequest },
  } = child.state.known;
  return commit === null ? null : { commit, branch: copy?.branch ?? null, pullRequest, task: child.id };
}

/** Only an outcome that is proven, or submitted by a person all the same. */
function proofOf({ state: { at, known: of } }: Task): Proof | null {
  if (at.kind !== 'ended') return null;
  const { kind } = at.outcome;
  if ((kind === 'released' || kind === 'proven') && of.work.proven !== null)
    return { kind: 'evidence', tree: of.work.proven };
  return kind === 'not_verified' && of.delivery.pushed && of.delivery.override !== null
    ? { kind: 'override', by: of.delivery.override }
    : null;
}
