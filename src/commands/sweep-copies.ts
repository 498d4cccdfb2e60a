// Copies of ended tasks are not kept for ever: what was merged or given up by its pull request goes after a day, all else after two weeks. What is nowhere else is kept in the hub.

import { isOurs } from '../domain/task/created.ts';
import { cleanUpCopyState, keptUntil } from '../domain/task/reopen.ts';
import type { Task } from '../domain/task/task.ts';
import type { Copy } from '../ports/store.ts';
import { commit } from './commit.ts';
import type { CommandPorts } from './ports.ts';

type SweepPorts = Pick<CommandPorts, 'store' | 'queue' | 'clock' | 'bell' | 'host'>;

/** Tasks whose copies are taken away now, those of this host alone; a person's own checkout is none. Safe to repeat. */
export async function sweepCopies(ports: SweepPorts): Promise<readonly Task['id'][]> {
  const copies = await ports.store.read((reads) => reads.copies({ removed: false, ended: true }));
  const swept: Task['id'][] = [];
  for (const copy of copies.filter(({ host }) => host === ports.host).filter(isToSweep)) {
    const task = await beginSweep(ports, copy);
    if (task !== null) swept.push(task);
  }
  return swept;
}

/** What the record does not say was made for the task is nobody's to take away. */
const isToSweep = ({ isolation, path, created }: Copy): boolean =>
  isolation !== 'checkout' && isOurs(created, 'folder', path);

const beginSweep = (ports: SweepPorts, { task: id }: Copy): Promise<Task['id'] | null> =>
  commit(ports, async (tx) => {
    const task = (await tx.thing(id)) as Task | null;
    const state = task === null ? null : cleanUpCopyState(task);
    const at = ports.clock.now();
    if (task === null || state === null || at < keptUntil(task)) return null;
    await tx.update(task.id, task.version, { state, ended: false, effects: task.effects, at });
    await tx.say(task.id, task.task, at, [{ kind: 'cleanup_asked', data: { by: 'policy' } }]);
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return task.id;
  });
