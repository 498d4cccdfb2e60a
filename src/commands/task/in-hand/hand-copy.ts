// A copy is handed to a person: what an agent left in it for their git to run or follow is taken away first, and told.

import type { Run } from '../../../domain/run/run.ts';
import { isInHand } from '../../../domain/task/manual/take-over.ts';
import type { Task } from '../../../domain/task/task.ts';
import { sayFew } from '../../../domain/text/counted.ts';
import { showPath } from '../../../domain/text/safe/show-path.ts';
import type { CommandPorts } from '../../ports.ts';
import { unwrap } from '../../shared/request.ts';

/** Sentences for the person. What they have in their hand already is as they left it. */
export async function handCopy(
  { store, git }: Pick<CommandPorts, 'store' | 'git'>,
  task: Task,
): Promise<readonly string[]> {
  const { hub, base, copy } = task.state.known.place;
  const { isolation } = task.spec.settings.workspace;
  if (hub === null || base === null || copy === null || isolation === 'checkout' || isInHand(task.state)) return [];
  const runs = (await store.read((reads) =>
    reads.things({ kind: 'run', task: task.task, ended: false }),
  )) as readonly Run[];
  if (runs.some(({ spec }) => spec.purpose.kind === 'agent'))
    return [
      `An agent is at work in it: until its turn ends, git run there obeys what it writes. Look without that: drover task diff ${task.id}, drover task take ${task.id}`,
    ];
  const taken: string[] = [];
  unwrap(await git.renewCopy(hub, copy.path, base, copy.branch, async (name) => void taken.push(name)));
  return sayTaken(taken);
}

export const sayTaken = (taken: readonly string[]): readonly string[] =>
  taken.length === 0 ? [] : [`Taken away, for git would have run or followed it: ${sayFew(taken.map(showPath), 10)}`];
