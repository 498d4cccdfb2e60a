// A change of a task's list of features, in one transaction: by who holds its lease, or a person.
import { Failed, failed } from '../../domain/error.ts';
import type { Said } from '../../domain/fact/fact.ts';
import { type Feature, type FeatureList, findFeature } from '../../domain/feature/feature.ts';
import { whyNotHolder } from '../../domain/lease/judge-lease.ts';
import { learning } from '../../domain/task/moves.ts';
import type { Task, TaskState } from '../../domain/task/task.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { commit, nameOf } from '../shared/request.ts';
import { findTaskHere } from '../task/find.ts';

export type OfSplit = {
  readonly task?: string | undefined;
  readonly cwd: string;
  readonly token?: string | undefined;
};
type Ports = Pick<CommandPorts, 'store' | 'bell' | 'queue' | 'clock' | 'sha256'>;

export type Change<Told> = {
  readonly list: FeatureList;
  readonly said: readonly Said[];
  /** Else the list alone is changed. */
  readonly state?: TaskState;
  readonly told: Told;
};

/** A task that has ended keeps its features as they are. */
export async function findSplit(reads: Reads, ports: Pick<Ports, 'clock' | 'sha256'>, given: OfSplit): Promise<Task> {
  const task = await findTaskHere(reads, given.task, given.cwd);
  if (task.ended) throw failed('TASK_ENDED', `${task.id} has ended; its features stay as they are.`, { task: task.id });
  if (task.spec.driven === 'engine' && given.token === undefined) return task;
  const hash = given.token === undefined ? null : ports.sha256(given.token);
  const refused = whyNotHolder(task.id, await reads.lease(task.task), hash, ports.clock.now());
  if (refused !== null) throw new Failed(refused);
  return task;
}

export const changeFeatures = <Told>(
  ports: Ports,
  given: OfSplit,
  peer: Peer,
  change: (task: Task, tx: Transaction) => Change<Told> | Promise<Change<Told>>,
): Promise<{ readonly told: Told; readonly list: FeatureList; readonly task: Task; readonly tasks: readonly Task[] }> =>
  commit(ports, async (tx) => {
    const task = await findSplit(tx, ports, given);
    const { list, said, state, told } = await change(task, tx);
    const tasks = await tx.things({ kind: 'task', parent: task.id });
    if (state === undefined && list === task.state.known.work.features) return { told, list, task, tasks };
    const at = ports.clock.now();
    const next = state ?? withList(task.state, list);
    await tx.update(task.id, task.version, { state: next, ended: false, effects: task.effects, at });
    // What was asked showed the list as it was.
    if (next.at !== task.state.at) await tx.closeQuestions(task.id, `${nameOf(peer)} changed its features`, at);
    await tx.say(task.id, task.task, at, said);
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return { told, list, task, tasks };
  });

function withList(state: TaskState, list: FeatureList): TaskState {
  const { at } = state;
  const asked = at.kind === 'asking' && at.back.kind === 'following_features' && at.back.doing === undefined;
  return { ...learning(state, { work: { features: list } }), at: asked ? { kind: 'following_features' } : at };
}

export function listOf({ id, state }: Task): FeatureList {
  const { features } = state.known.work;
  if (features === undefined) throw failed('FEATURES_MISSING', `${id} is not split into features.`, { task: id });
  return features;
}

export function featureOf(task: Task, given: string): Feature {
  const found = findFeature(listOf(task), given);
  if (found !== null) return found;
  const features = listOf(task).features.map(({ id }) => id);
  throw failed('FEATURE_NOT_FOUND', `${task.id} has no feature ${given}: ${features.join(', ')}.`, { features });
}
