// A task is split, or its plan of features made anew: taken whole or refused whole.
import { Failed } from '../domain/error.ts';
import { parseFeatures } from '../domain/feature/parse-features.ts';
import { splitState } from '../domain/task/split.ts';
import { changeFeatures } from './change-features.ts';
import type { Command } from './ports.ts';
import { viewFeatures } from './view-feature.ts';

export const planFeatures: Command<'feature.plan'> = async (ports, input, peer) => {
  const drafts = parseFeatures(input.features);
  if (!drafts.ok) throw new Failed(drafts.failure);
  const { task, list, tasks, told } = await changeFeatures(ports, input, peer, (found) => {
    const split = splitState(found, drafts.value, input.force);
    if (!split.ok) throw new Failed(split.failure);
    const before = found.state.known.features?.features ?? [];
    const kept = before.filter(
      ({ id, state }) =>
        state.kind !== 'pending' && split.value.list.features.some((each) => each.id === id && each.state === state),
    );
    return {
      ...split.value,
      told: kept.map(({ id, state }) => `${id} stays as it is: ${state.kind.replace('_', ' ')}.`),
    };
  });
  return viewFeatures(task.id, list, tasks, told);
};
