// A feature is done: with a commit and fresh passing evidence, or by a person who takes it upon them.
import { Failed } from '../domain/error.ts';
import { finishFeature as finish } from '../domain/feature/change-feature.ts';
import { isComplete, isOver } from '../domain/feature/feature.ts';
import { childOf } from '../domain/task/feature-children.ts';
import type { Task } from '../domain/task/task.ts';
import { changeFeatures, featureOf, findSplit, listOf } from './change-features.ts';
import { findTask } from './find-task.ts';
import { nameOf } from './name-of.ts';
import { ownerOfFeature } from './owner-of-feature.ts';
import type { Command } from './ports.ts';
import { proveFeature } from './prove-feature.ts';
import { viewFeature } from './view-feature.ts';

export const finishFeature: Command<'feature.done'> = async (ports, input, peer) => {
  const work = await ports.store.read(async (reads) => {
    const task = await findSplit(reads, ports, input);
    const feature = featureOf(task, input.feature);
    if (input.work !== undefined) return findTask(reads, input.work);
    const children = (await reads.things({ kind: 'task', parent: task.id })) as readonly Task[];
    return childOf({ children }, feature) ?? task;
  });
  const by = nameOf(peer);
  const mine = await ownerOfFeature(ports, peer);
  const shown = await proveFeature(ports, work, input.override ? by : null);
  const { list, task, tasks, told } = await changeFeatures(ports, input, peer, (found) => {
    const feature = featureOf(found, input.feature);
    const { copy, pullRequest } = work.state.known;
    const done = {
      ...{ ...shown, task: work.id, branch: input.branch ?? copy?.branch ?? null },
      pullRequest: input.pull_request ?? pullRequest,
    };
    // Begun under an earlier version, which told callers apart by their names alone.
    const isPlain = feature.state.kind === 'in_progress' && feature.state.owner === by;
    const owner = input.owner ?? (peer.person.kind === 'person' || isPlain ? null : mine);
    const finished = finish(listOf(found), feature, done, owner);
    if (!finished.ok) throw new Failed(finished.failure);
    const said = { kind: 'feature_done', data: { feature: feature.id, task: work.id, commit: shown.commit, by } };
    return { list: finished.value, said: [said], told: feature.id };
  });
  const completed = list.features.filter(isOver).length;
  const marked = list.features.find(({ id }) => id === told) ?? featureOf(task, input.feature);
  return {
    task: task.id,
    marked: viewFeature(list, marked, tasks),
    completed,
    remaining: list.features.length - completed,
    status: isComplete(list) ? 'all_complete' : 'open',
    notes: isComplete(list) ? [`All are done or skipped: drover step release ${task.id}`] : [],
  };
};
