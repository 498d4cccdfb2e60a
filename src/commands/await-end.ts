// Waits until a task has ended, for a while.
import type { ThingId } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';
import type { CommandPorts } from './ports.ts';
import { watchWhile } from './watch-for.ts';

/** null: it has not ended within `ms`, or the caller left. */
export const awaitEnd = (
  ports: Pick<CommandPorts, 'store' | 'bell' | 'clock'>,
  id: ThingId,
  ms: number,
  signal: AbortSignal,
): Promise<Task | null> =>
  watchWhile(ports, signal, ms, async () => {
    const thing = await ports.store.read((reads) => reads.thing(id));
    return thing?.ended === true ? (thing as Task) : null;
  });
