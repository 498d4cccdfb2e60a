// Dependencies that were set up for a lock file are shared by all tasks with the same one. When the last of them has gone they stay for a week, for the next; then they go.
import { ageOf } from '../domain/age.ts';
import type { Task } from '../domain/task/task.ts';
import type { CommandPorts } from './ports.ts';

type DependencyPorts = Pick<CommandPorts, 'store' | 'files' | 'clock'>;

const keepMs = 7 * 24 * 3_600_000;

/** Names in the cache that were taken away. Safe to repeat. */
export async function sweepDependencies({ store, files, clock }: DependencyPorts): Promise<readonly string[]> {
  const there = Map.groupBy(await files.list('dependencies'), ({ name }) => keyOf(name));
  const old = [...there].filter(([, entries]) => entries.every(({ changedAt }) => ageOf(clock, changedAt) > keepMs));
  const used = old.length === 0 ? new Set() : await keysInUse(store);
  const swept: string[] = [];
  for (const [key, entries] of old.filter(([each]) => !used.has(each))) {
    const seal = `dependencies/${key}.sealed`;
    const says = await files.read(seal);
    // First it is not found any more. Who found it before was on record before, and is seen now.
    await files.remove(seal);
    if ((await keysInUse(store)).has(key)) {
      if (says !== null && !(await files.exists(seal))) await files.write(seal, says);
      continue;
    }
    for (const { name } of entries) await files.remove(`dependencies/${name}`);
    swept.push(...entries.map(({ name }) => name));
  }
  return swept.toSorted();
}

const keyOf = (name: string): string => name.split('.')[0] ?? name;

/** Of tasks at work, and of those that may go on because their copy is still there. */
const keysInUse = (store: DependencyPorts['store']): Promise<ReadonlySet<string>> =>
  store.read(async (reads) => {
    const living = (await reads.things({ kind: 'task', ended: false })) as readonly Task[];
    const copies = await reads.copies({ removed: false });
    const kept = await Promise.all(copies.map(({ task }) => reads.thing(task)));
    const users = [...living, ...kept.filter((each) => each?.kind === 'task').map((each) => each as Task)];
    return new Set(users.flatMap(({ state: { known } }) => [...keyOfPlan(known), ...keyOfFolder(known)]));
  });

/** Known before the cache is looked into. */
const keyOfPlan = ({ gatePlan }: Task['state']['known']): readonly string[] =>
  gatePlan === null ? [] : [gatePlan.dependencyKey];

/** Another where the base wants others meanwhile. */
const keyOfFolder = ({ dependencies }: Task['state']['known']): readonly string[] =>
  dependencies === null ? [] : [keyOf(dependencies.slice(dependencies.lastIndexOf('/') + 1))];
