// A sign of life of this host: that it is there, and how many tasks may be at work on it as it is configured now.
import { availableParallelism, totalmem } from 'node:os';
import type { HostId } from '../domain/ids.ts';
import { heedClock, type Looked } from '../engine/heed-clock.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { EffectPorts } from '../ports/effect.ts';

/** Where the configuration cannot be read, the number stays. Who may start because it is higher is woken. `looked`: what the beat before returned; null: this is the first. */
export async function beat(
  { config, store, queue, clock, log }: Pick<EffectPorts, 'config' | 'store' | 'queue' | 'clock' | 'log'>,
  host: HostId,
  looked: Looked | null,
): Promise<Looked> {
  const read = await config.read();
  const atMost = read.ok ? { atMost: mostAtWork(read.value.limits) } : {};
  return store.transact(async (tx) => {
    const now = await heedClock({ queue, clock, log }, tx, host, looked);
    const { at } = now;
    for (const thing of await tx.beat({ id: host, seenAt: at, ...atMost }))
      await queue.add(tx, [{ thing, at, host: (await tx.thing(thing))?.host ?? host }]);
    return now;
  });
}

// How many tasks may be at work on this host at once.

type Computer = { readonly processors: number /** Bytes. */; readonly memory: number };

const gigabyte = 1024 ** 3;
/** What one workspace may have at once where nothing is said. */
const fewest = 3;

/** `auto`: two for each processor, since agents wait for their models most of the time, and a gigabyte of memory for each. */
export const mostAtWork = (
  { tasks }: Pick<PersonConfig['limits'], 'tasks'>,
  { processors, memory }: Computer = thisComputer(),
): number => (tasks === 'auto' ? Math.max(fewest, Math.min(2 * processors, Math.floor(memory / gigabyte))) : tasks);

function thisComputer(): Computer {
  const allowed = process.constrainedMemory();
  return { processors: availableParallelism(), memory: allowed > 0 ? Math.min(allowed, totalmem()) : totalmem() };
}
