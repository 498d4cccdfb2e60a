import { expect, it } from 'vitest';
import { decided, standing } from '../../../../test/fakes/standing-task.ts';
import type { Feature } from '../../feature/feature.ts';
import type { Learned } from '../../parts/known.ts';
import type { TaskView } from '../moves.ts';
import type { Known } from '../task.ts';
import { featureChild } from './child.ts';

const feature: Feature = { id: 'F-1', title: 'one', task: 'do one', dependsOn: [], state: { kind: 'pending' } };
const placeOfChild = (place: Learned<Known>['place'] = {}) => {
  const work = { features: { features: [feature], begun: 0 }, report: null };
  const thing = standing({ kind: 'following_features' }, { place, work });
  const view = { thing, children: [] } as unknown as TaskView;
  return (featureChild(view, feature, { kind: 'base' }, 'F-1.1').state as typeof thing.state).known.place;
};

it('a feature is begun with what a person said of set-up and gates of the whole, and finds out the rest', () => {
  const said = { overlay: { gates: { test: 'npm test' } }, variables: { A: '1' }, untested: true } as const;
  expect(placeOfChild(said as never)).toMatchObject({ ...said, base: null, gatePlan: null, copy: null });
  for (const key of ['overlay', 'variables', 'untested', 'redBefore']) expect(placeOfChild()).not.toHaveProperty(key);
});

it('what is said to a whole is told to the features that are worked on, and kept for the next', () => {
  const list = { features: [{ ...feature, state: { kind: 'in_progress', owner: 'drover', key: 'F-1.1' } }], begun: 1 };
  const thing = standing({ kind: 'following_features' }, { work: { features: list as never } }, { slot: 'none' });
  const part = (id: string, ended: boolean, pushed = false) => ({
    ...standing({ kind: 'checking' }, { delivery: { pushed } }),
    ...{ id, task: id, key: 'F-1.1', ended },
  });
  const notices = [{ thing: 'shop-1', seq: 9, at: 1, by: 'person:test', kind: 'say', body: 'by the clock' }] as never;
  const children = [part('shop-2', false), part('shop-3', true), part('shop-4', false, true)] as never;
  const told = decided(thing, { children, notices });
  expect(told).toMatchObject({ kind: 'advance', state: { heard: 9, said: ['by the clock'] } });
  expect('notices' in told && told.notices).toEqual([{ to: 'shop-2', kind: 'say', body: 'by the clock' }]);
});
