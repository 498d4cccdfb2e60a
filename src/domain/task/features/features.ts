// A task that is split: each feature becomes a task of its own. This one begins them in their order, asks between them, and ends when all are there and green together.
import { weakerIn } from '../../evidence/verdict.ts';
import type { Said } from '../../fact/fact.ts';
import { reopenFeature, skipFeature } from '../../feature/change-feature.ts';
import {
  dependentsOf,
  type Feature,
  type FeatureList,
  findFeature,
  isComplete,
  isThere,
} from '../../feature/feature.ts';
import { beginFeature, progressOf, readyOf, whyBlocked } from '../../feature/next-feature.ts';
import { type Footing, footingOf } from '../../feature/stack.ts';
import { tellAll } from '../../parts/stop.ts';
import { choice } from '../../question/choice.ts';
import { ask, policyFor } from '../ask.ts';
import { leftOfFeatures, unverifiedIn } from '../judge-outcome.ts';
import { advance, known, learning, type Step, type TaskDecision, type TaskView, wait } from '../moves.ts';
import { afterMerge } from '../next-phase.ts';
import { atWork, type Given, type StepRows, type TaskSeen } from '../step-row.ts';
import { branchOf, childOf, childTasks, featureChild, isMerged, tellParts } from './child.ts';
import { followIntegration, integrate, integrated, isTogether } from './integrate.ts';
import { syncFeatures } from './sync.ts';

const following: Step<'following_features'> = { kind: 'following_features' };
type Able = { readonly feature: Feature; readonly footing: Footing };

function followFeatures(view: TaskView, at: Step<'following_features'>): TaskDecision {
  const { state } = view.thing;
  const told = tellParts(view);
  if (told !== null) return told;
  if (at.doing !== undefined) return integrate(view, at.doing);
  const synced = syncFeatures(view);
  if (synced !== null) return advance(state, at, synced.said, { work: { features: synced.list } });
  return endLeftOver(view) ?? nextOf(view);
}

/** Tasks of features that are not in the list any more. */
function endLeftOver(view: TaskView): TaskDecision | null {
  const list = known(view.thing.state, 'work', 'features');
  const mine = new Set(list.features.map((each) => childOf(view, each)?.id));
  const told = view.thing.state.dropped ?? [];
  const left = childTasks(view).filter(({ id, ended }) => !ended && !mine.has(id) && !told.includes(id));
  if (left.length === 0) return null;
  return {
    kind: 'advance',
    state: { ...view.thing.state, dropped: [...told, ...left.map(({ id }) => id)] },
    said: [],
    notices: tellAll(left, 'cancel'),
  };
}

function nextOf(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  const list = known(state, 'work', 'features');
  const working = list.features.filter((each) => each.state.kind === 'in_progress');
  const ready = readyOf(list).map((feature): Able => ({ feature, footing: footing(view, list, feature.id) }));
  const able = ready.find((each) => each.footing.kind === 'base' || each.footing.kind === 'on');
  const auto = policyFor('next_feature', spec.settings, spec.inferred) === 'auto';
  if (able !== undefined && (auto || working.length === 0))
    return list.begun === 0 ? begin(view, able) : askNext(view, list, able.feature);
  if (working.length > 0) return wait(`features: ${whyBlocked(list)}`);
  const failed = list.features.find((each) => each.state.kind === 'failed');
  if (list.stopped === undefined && failed?.state.kind === 'failed')
    return askStuck(view, failed, `${failed.id} "${failed.title}" failed: ${failed.state.why}`, 'try it again');
  const beside = ready.find((each) => each.footing.kind === 'beside');
  if (beside?.footing.kind === 'beside')
    return askStuck(
      view,
      beside.feature,
      `${beside.feature.id} "${beside.feature.title}" needs ${beside.footing.ids.join(' and ')}, which stand on branches beside one another. Merge one of them, then look again.`,
      'look again',
    );
  return allThere(view, list);
}

/** Nothing is left to begin. */
function allThere(view: TaskView, list: FeatureList): TaskDecision {
  const { state } = view.thing;
  if (list.features.every((each) => isThere(each)) && !isTogether(view, list))
    return advance(state, { ...following, doing: { kind: 'joining', heads: '' } });
  if (list.features.some((each) => each.state.kind === 'submitted')) return wait(`features: ${whyBlocked(list)}`);
  if (!isComplete(list) && list.stopped === undefined) return wait(`features: ${whyBlocked(list)}`);
  return endFeatures(view, list);
}

const footing = (view: TaskView, list: FeatureList, id: string): Footing =>
  footingOf(list, id, (each) => {
    const found = findFeature(list, each);
    if (found === null || (found.state.kind !== 'done' && found.state.kind !== 'submitted')) return false;
    // What was done by hand and named no branch can only be in the base.
    return isMerged(view, found) || branchOf(view, found) === null;
  });

function begin(view: TaskView, { feature, footing: on }: Able, before: readonly Said[] = []): TaskDecision {
  const { state } = view.thing;
  const list = known(state, 'work', 'features');
  const key = `${feature.id}.${list.begun + 1}`;
  const begun = beginFeature(list, feature, { owner: 'drover', key, on: on.kind === 'on' ? on.id : null });
  return {
    kind: 'spawn',
    children: [featureChild(view, feature, on, key)],
    state: { ...learning(state, { work: { features: begun } }), at: following },
    said: [...before, { kind: 'feature_begun', data: { feature: feature.id, title: feature.title, key } }],
  };
}

function askNext({ thing }: TaskView, list: FeatureList, next: Feature): TaskDecision {
  const { state, spec } = thing;
  return ask(
    state,
    spec,
    {
      kind: 'next_feature',
      text: `${listed(list)}\n\nGo on with ${next.id} "${next.title}"?${assumed(list, next)}`,
      choices: [
        choice('continue', 'go on'),
        choice('skip', `skip ${next.id}`, 'optional'),
        choice('stop', 'stop; no further feature is begun'),
      ],
      binding: JSON.stringify(list),
      shown: { feature: next.id, list },
      auto: 'continue',
    },
    { ...following, about: next.id },
  );
}

/** Never answered by policy: somebody must look. */
function askStuck({ thing }: TaskView, about: Feature, why: string, again: string): TaskDecision {
  const { state, spec } = thing;
  const list = known(state, 'work', 'features');
  return ask(
    state,
    spec,
    {
      kind: 'next_feature',
      text: `${why}\n\n${listed(list)}${assumed(list, about)}`,
      choices: [
        choice('again', again),
        choice('skip', `go on without ${about.id}`, 'optional'),
        choice('stop', 'stop; no further feature is begun'),
      ],
      binding: JSON.stringify(list),
      shown: { feature: about.id, list },
      auto: null,
    },
    { ...following, about: about.id },
  );
}

const listed = (list: FeatureList): string =>
  [
    `${progressOf(list)} features are done or skipped.`,
    ...list.features.map(({ id, title, state }) => `- ${id} ${title}: ${state.kind.replace('_', ' ')}`),
  ].join('\n');

function assumed(list: FeatureList, { id }: Feature): string {
  const all = dependentsOf(list, id).filter(({ state }) => state.kind !== 'skipped');
  return all.length === 0 ? '' : `\nIf it is skipped: ${all.map((each) => each.id).join(', ')} would do without it.`;
}

/** Where the answer to `next_feature` leads. The list may have moved since it was asked. */
function followNextFeature(view: TaskView, at: Step<'following_features'>, answer: Given): TaskDecision {
  const { state } = view.thing;
  const synced = syncFeatures(view);
  const list = synced?.list ?? known(state, 'work', 'features');
  const said = synced?.said ?? [];
  const feature = findFeature(list, at.about ?? '');
  if (answer.choice === 'stop')
    return advance(state, following, [...said, { kind: 'features_stopped', data: { by: answer.by } }], {
      work: {
        features: { ...list, stopped: answer.by },
      },
    });
  if (feature === null) return advance(state, following, said, { work: { features: list } });
  if (answer.choice === 'skip') {
    const skipped = skipFeature(list, feature, answer.by);
    if (!skipped.ok) return advance(state, following, said, { work: { features: list } });
    const without = skipped.value.assumed.map(({ id }) => id);
    return advance(
      state,
      following,
      [...said, { kind: 'feature_skipped', data: { feature: feature.id, by: answer.by, without } }],
      {
        work: {
          features: skipped.value.list,
        },
      },
    );
  }
  if (feature.state.kind === 'failed')
    return advance(state, following, said, { work: { features: reopenFeature(list, feature).list } });
  const on = footing(view, list, feature.id);
  const isReady = readyOf(list).some(({ id }) => id === feature.id) && (on.kind === 'base' || on.kind === 'on');
  if (answer.choice !== 'continue' || !isReady) return advance(state, following, said, { work: { features: list } });
  const moved: TaskView = {
    ...view,
    thing: { ...view.thing, state: learning(state, { work: { features: list } }) },
  };
  return begin(moved, { feature, footing: on }, said);
}

// What a split task comes to: what its features came to.

function endFeatures(view: TaskView, list: FeatureList): TaskDecision {
  const { thing } = view;
  const children = list.features.flatMap((each) => childOf(view, each) ?? []);
  const unverified = children.flatMap(unverifiedIn);
  const weaker = weakerIn(children.flatMap(({ state }) => state.known.work.results));
  const pullRequest = leftOfFeatures(thing.state).request;
  const state = learning(thing.state, {
    work: { features: list, unverified: [...new Set(unverified)], ...(weaker && { weaker }) },
    delivery: { pullRequest },
  });
  return advance(state, afterMerge({ ...thing, state }), [
    { kind: 'features_complete', data: { pull_request: pullRequest } },
  ]);
}

/** An answer between two features, or one about all of them together. */
const led = (view: TaskView, back: Step<'following_features'>, given: Given): TaskDecision =>
  back.doing === undefined ? followNextFeature(view, back, given) : followIntegration(view, back, given);

/** `follows its features, 1/3: F-2 is worked on by drover`. */
function sayFeatures({ task }: TaskSeen, { doing }: Step<'following_features'>): string {
  if (doing !== undefined) return 'looks whether all features are green together';
  const { features } = task.state.known.work;
  return features === undefined
    ? 'follows its features'
    : `follows its features, ${progressOf(features)}: ${whyBlocked(features)}`;
}

export const featureSteps: StepRows<'following_features'> = {
  following_features: {
    ...atWork,
    waits: 'others',
    phase: 'develop',
    says: sayFeatures,
    hears: 'words',
    // It waits for others' work; what is looked at together is work of its own.
    slot: ({ doing }) => (doing === undefined || doing.kind === 'failed' ? 'frees' : 'holds'),
    decide: followFeatures,
    applied: integrated,
    answers: { continue: led, skip: led, stop: led, again: led, redo: led, pass: led, abandon: led, retry: led },
  },
};
