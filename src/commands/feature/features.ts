// The features of a task, with what became of each.

import type { FeatureListView, FeatureView } from '../../contract/feature.ts';
import { Failed, failed } from '../../domain/error.ts';
import type { Said } from '../../domain/fact/fact.ts';
import { failFeature, reopenFeature, skipFeature } from '../../domain/feature/change-feature.ts';
import { type Feature, type FeatureList, isComplete, isOver } from '../../domain/feature/feature.ts';
import { nextFeature as choose, type Next, progressOf } from '../../domain/feature/next-feature.ts';
import { parseFeatures } from '../../domain/feature/parse-features.ts';
import { childOf } from '../../domain/task/features/child.ts';
import { splitState } from '../../domain/task/features/split.ts';
import type { Task } from '../../domain/task/task.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { nameOf } from '../shared/request.ts';
import { findTaskHere } from '../task/find.ts';
import { changeFeatures, featureOf, listOf } from './change.ts';

export const listFeatures: Command<'feature.list'> = ({ store }, { task: given, cwd }) =>
  store.read(async (reads) => {
    const task = await findTaskHere(reads, given, cwd);
    const tasks = await reads.things({ kind: 'task', parent: task.id });
    return viewFeatures(task.id, listOf(task), tasks);
  });

// A task is split, or its plan of features made anew: taken whole or refused whole.

export const planFeatures: Command<'feature.plan'> = async (ports, input, peer) => {
  const drafts = parseFeatures(input.features);
  if (!drafts.ok) throw new Failed(drafts.failure);
  const { task, list, tasks, told } = await changeFeatures(ports, input, peer, (found) => {
    const split = splitState(found, drafts.value, input.force);
    if (!split.ok) throw new Failed(split.failure);
    const before = found.state.known.work.features?.features ?? [];
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

// The next feature for whoever asks: the same one again until it is done, and never that of another owner.

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

// A feature is skipped, given up, opened again, or told differently; what that means for the others is said.

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
    const said: readonly Said[] = told
      ? [...moved.said, { kind: 'feature_changed', data: { feature: feature.id, by } }]
      : moved.said;
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

// The features of a task as they are told.

/** `tasks`: the parent's children. */
export function viewFeature(list: FeatureList, feature: Feature, tasks: readonly Task[]): FeatureView {
  const { id, title, task, dependsOn, state } = feature;
  const worked = state.kind === 'submitted' || state.kind === 'done' ? state : null;
  const child = childOf({ children: tasks }, feature);
  return {
    id,
    number: list.features.indexOf(feature) + 1,
    title: stripControl(title),
    task_text: stripControl(task),
    status: state.kind,
    depends_on: dependsOn,
    owner: state.kind === 'in_progress' ? state.owner : null,
    task: worked?.task ?? child?.id ?? null,
    branch: worked?.branch ?? child?.state.known.place.copy?.branch ?? null,
    commit: worked?.commit ?? null,
    pull_request: worked?.pullRequest ?? null,
    why: whyOf(feature),
  };
}

function whyOf({ state }: Feature): string {
  if (state.kind === 'failed') return state.why;
  if (state.kind === 'skipped') return `skipped by ${state.by}`;
  return state.kind === 'done' && state.proof.kind === 'override' ? `without proof, by ${state.proof.by}` : '';
}

function viewFeatures(
  id: string,
  list: FeatureList,
  tasks: readonly Task[],
  notes: readonly string[] = [],
): FeatureListView {
  const count = (kind: string) => list.features.filter(({ state }) => state.kind === kind).length;
  return {
    task: id,
    total: list.features.length,
    completed: count('done'),
    skipped: count('skipped'),
    features: list.features.map((each) => viewFeature(list, each, tasks)),
    notes,
  };
}

// Whose a feature is where nobody says it: the caller's session, else the process that called, so that many who prove nothing are told apart.

/** A person by their terminal where they have one; anybody else by what lasts of those who called. */
export async function ownerOfFeature({ machine }: Pick<CommandPorts, 'machine'>, peer: Peer): Promise<string> {
  const name = nameOf(peer);
  if (peer.pid === null || name.startsWith('session:')) return name;
  const lasting =
    (await machine.ownerOf(peer.pid)) ?? (peer.person.kind === 'person' ? null : await machine.parentOf(peer.pid));
  return lasting === null ? name : `${name} ${lasting.pid}@${lasting.startedAt}`;
}
