// A feature is skipped, given up, opened again, or told differently; what that means for the others is said.
import { Failed, failed } from '../domain/error.ts';
import { failFeature, reopenFeature, skipFeature } from '../domain/feature/change-feature.ts';
import { type Feature, type FeatureList, isComplete, isOver } from '../domain/feature/feature.ts';
import type { Said } from '../domain/thing.ts';
import { changeFeatures, featureOf, listOf } from './change-features.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';
import { viewFeature } from './view-feature.ts';

type Moved = { readonly list: FeatureList; readonly said: readonly Said[]; readonly notes: readonly string[] };

export const updateFeature: Command<'feature.update'> = async (ports, input, peer) => {
  const by = nameOf(peer);
  const { list, task, tasks, told } = await changeFeatures(ports, input, peer, (found) => {
    const feature = featureOf(found, input.feature);
    const { title = feature.title, text = feature.task, status } = input;
    const told = title !== feature.title || text !== feature.task;
    if (told && feature.state.kind !== 'pending' && feature.state.kind !== 'failed')
      throw failed(
        'FEATURE_NOT_READY',
        `${feature.id} is ${feature.state.kind.replace('_', ' ')}; its text stays. Nothing was changed.`,
      );
    const list = told ? retold(listOf(found), feature, title, text) : listOf(found);
    const moved = move(list, feature, status ?? null, by);
    const said = told ? [...moved.said, { kind: 'feature_changed', data: { feature: feature.id, by } }] : moved.said;
    return { list: moved.list, said, told: { id: feature.id, notes: moved.notes } };
  });
  const completed = list.features.filter(isOver).length;
  const marked = list.features.find(({ id }) => id === told.id) ?? featureOf(task, input.feature);
  return {
    task: task.id,
    marked: viewFeature(list, marked, tasks),
    completed,
    remaining: list.features.length - completed,
    status: isComplete(list) ? 'all_complete' : 'open',
    notes: told.notes,
  };
};

const retold = (list: FeatureList, { id }: Feature, title: string, task: string): FeatureList => ({
  ...list,
  features: list.features.map((each) => (each.id === id ? { ...each, title, task } : each)),
});

function move(list: FeatureList, feature: Feature, status: 'pending' | 'skipped' | 'failed' | null, by: string): Moved {
  const data = { feature: feature.id, by };
  if (status === null) return { list, said: [], notes: [] };
  if (status === 'failed') {
    if (isOver(feature)) throw failed('FEATURE_NOT_READY', `${feature.id} is over. Nothing was changed.`);
    const why = `given up by ${by}`;
    return {
      list: failFeature(list, feature, why),
      said: [{ kind: 'feature_failed', data: { ...data, why } }],
      notes: [],
    };
  }
  if (status === 'pending') {
    const { list: opened, built } = reopenFeature(list, feature);
    const notes = built.map(({ id }) => `${id} was made on top of it.`);
    return { list: opened, said: [{ kind: 'feature_reopened', data }], notes };
  }
  const skipped = skipFeature(list, feature, by);
  if (!skipped.ok) throw new Failed(skipped.failure);
  const without = skipped.value.assumed.map(({ id }) => id);
  return {
    list: skipped.value.list,
    said: [{ kind: 'feature_skipped', data: { ...data, without } }],
    notes: without.map((id) => `${id} took ${feature.id} for granted; it is done without it.`),
  };
}
