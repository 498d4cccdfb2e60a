// Wakes for what got a slot, each on its own host.
import type { Instant, ThingId } from '../domain/ids.ts';
import type { Transaction } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';

export async function wakeAll(
  { queue, host }: Pick<CommandPorts, 'queue' | 'host'>,
  tx: Transaction,
  things: readonly ThingId[],
  at: Instant,
): Promise<void> {
  for (const thing of things) await queue.add(tx, [{ thing, at, host: (await tx.thing(thing))?.host ?? host }]);
}
