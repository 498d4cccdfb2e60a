// The next feature for whoever asks: the same one again until it is done, and never that of another owner.
import { nextFeature as choose, type Next, progressOf } from '../domain/feature/next-feature.ts';
import { changeFeatures, listOf } from './change-features.ts';
import { ownerOfFeature } from './owner-of-feature.ts';
import type { Command } from './ports.ts';
import { viewFeature } from './view-feature.ts';

export const nextFeature: Command<'feature.next'> = async (ports, input, peer) => {
  const owner = input.owner ?? (await ownerOfFeature(ports, peer));
  const { told, task, list, tasks } = await changeFeatures<Next>(ports, input, peer, (found) => {
    const next = choose(listOf(found), owner);
    if (next.kind !== 'feature') return { list: listOf(found), said: [], told: next };
    return {
      list: next.list,
      said: [{ kind: 'feature_taken', data: { feature: next.feature.id, owner } }],
      told: next,
    };
  });
  return {
    task: task.id,
    feature: told.kind === 'feature' ? viewFeature(list, told.feature, tasks) : null,
    status: told.kind === 'feature' ? 'in_progress' : told.kind,
    progress: progressOf(list),
    message: told.kind === 'blocked' ? told.why : '',
  };
};
