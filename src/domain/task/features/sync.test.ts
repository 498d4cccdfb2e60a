// The list of features, as the rows of their tasks make it.
import { expect, it } from 'vitest';
import { standing } from '../../../../test/fakes/standing-task.ts';
import type { Feature, FeatureState } from '../../feature/feature.ts';
import { type Learned, learn } from '../../parts/known.ts';
import type { TaskView } from '../moves.ts';
import type { TaskOutcome } from '../outcome.ts';
import type { Known, Task } from '../task.ts';
import { syncFeatures } from './sync.ts';

const feature = (id: string, state: FeatureState, dependsOn: readonly string[] = []): Feature => ({
  ...{ id, title: id, task: `do ${id}`, dependsOn, state },
});
const inProgress: FeatureState = { kind: 'in_progress', owner: 'shop-2', key: 'F-1.1' };
const pushed: Learned<Known> = {
  work: { proven: 't1' },
  delivery: { pushed: true, commit: 'c1', pullRequest: 'https://forge/7' },
};
const more = (delivery: Learned<Known>['delivery'] & object) => learn(pushed, { delivery });
const work = { commit: 'c1', branch: 'drover/shop-2', pullRequest: 'https://forge/7', task: 'shop-2' };
const start: Learned<Known> = {
  place: { copy: { path: '/copy', branch: 'drover/shop-2', tree: 't0' } },
  delivery: { pullRequest: null, pushed: false, override: null },
};

const child = (known: Learned<Known>, outcome: TaskOutcome['kind'] | null = null, ended = outcome !== null) =>
  ({
    ...standing(
      outcome === null
        ? { kind: 'watching' }
        : { kind: 'ended', outcome: { kind: outcome, why: 'so it was', open: [] }, back: null },
      learn(start, known),
    ),
    ...{ id: 'shop-2', key: 'F-1.1', ended },
  }) as Task;
const synced = (features: readonly Feature[], ...children: readonly Task[]) => {
  const thing = standing({ kind: 'following_features' }, { work: { features: { features, begun: 1 } } });
  const view = { thing, children, notices: [], questions: [], slot: { kind: 'held' } } as unknown as TaskView;
  const found = syncFeatures(view);
  return found === null ? null : { states: found.list.features.map(({ state }) => state), said: found.said };
};

it('nothing has changed where nobody does it, or it is not pushed, proven and open yet', () => {
  expect(synced([feature('F-1', inProgress)])).toBeNull();
  expect(synced([feature('F-1', { kind: 'pending' })], child(pushed))).toBeNull();
  for (const missing of [
    { delivery: { pushed: false } },
    { work: { proven: null } },
    { delivery: { pullRequest: null } },
  ])
    expect(synced([feature('F-1', inProgress)], child(learn(pushed, missing)))).toBeNull();
  expect(synced([feature('F-1', inProgress)], child({}, 'failed', false))).toBeNull();
});

it('it is submitted as soon as its pull request is open, and again where that or its commit is another', () => {
  const submitted: FeatureState = { kind: 'submitted', key: 'F-1.1', ...work };
  const said = [{ kind: 'feature_submitted', data: { feature: 'F-1', task: 'shop-2', commit: 'c1' } }];
  expect(synced([feature('F-1', inProgress)], child(pushed))).toEqual({ states: [submitted], said });
  expect(synced([feature('F-1', submitted)], child(pushed))).toBeNull();
  expect(synced([feature('F-1', { ...submitted, commit: 'c0' })], child(pushed))).toEqual({
    ...{ states: [submitted], said },
  });
  expect(synced([feature('F-1', { ...submitted, pullRequest: 'https://forge/6' })], child(pushed))).toEqual({
    ...{ states: [submitted], said },
  });
  const head = { commit: 'c9', tree: 't1' };
  expect(synced([feature('F-1', submitted)], child(more({ head })))?.states).toMatchObject([{ commit: 'c9' }]);
});

it.each([
  ['released', {}, { kind: 'evidence', tree: 't1' }],
  ['proven', {}, { kind: 'evidence', tree: 't1' }],
  ['not_verified', { override: 'person:Ada' }, { kind: 'override', by: 'person:Ada' }],
] as const)('one that ended %s is done, with what proves it', (outcome, delivery, proof) => {
  expect(synced([feature('F-1', inProgress)], child(more(delivery), outcome))).toEqual({
    states: [{ kind: 'done', ...work, proof }],
    said: [{ kind: 'feature_done', data: { feature: 'F-1', task: 'shop-2', commit: 'c1' } }],
  });
});

it.each([
  ['failed', pushed, 'failed: so it was'],
  ['cancelled', pushed, 'cancelled: so it was'],
  ['not_verified', pushed, 'not verified: so it was'],
  ['not_verified', { delivery: { override: 'person:Ada' } }, 'not verified: so it was'],
  ['released', learn(pushed, { work: { proven: null } }), 'released: so it was'],
  ['proven', { work: { proven: null }, delivery: { commit: null } }, 'proven: so it was'],
] as const)('one that ended %s without proof or work failed, and says why', (outcome, known, why) => {
  expect(synced([feature('F-1', inProgress)], child(known, outcome))).toEqual({
    states: [{ kind: 'failed', why }],
    said: [{ kind: 'feature_failed', data: { feature: 'F-1', task: 'shop-2', why } }],
  });
});

it('one that cannot be done, for another was done with the same commit, failed', () => {
  const other = feature('F-0', { kind: 'done', ...work, task: 'shop-9', proof: { kind: 'evidence', tree: 't1' } });
  const why = 'c1 is what F-0 was done with; F-1 needs a commit of its own. Nothing was changed.';
  expect(synced([other, feature('F-1', inProgress)], child(pushed, 'released'))).toMatchObject({
    states: [{ kind: 'done' }, { kind: 'failed', why }],
    said: [{ data: { why } }],
  });
});

it('all that happened to several is told, in the order of the list', () => {
  const second = { ...child(more({ commit: 'c2' })), id: 'shop-3', key: 'F-2.2' } as Task;
  const two = feature('F-2', { kind: 'in_progress', owner: 'shop-3', key: 'F-2.2' });
  expect(synced([feature('F-1', inProgress), two], second, child(pushed, 'released'))?.said).toMatchObject([
    { kind: 'feature_done', data: { feature: 'F-1', task: 'shop-2' } },
    { kind: 'feature_submitted', data: { feature: 'F-2', task: 'shop-3' } },
  ]);
});
