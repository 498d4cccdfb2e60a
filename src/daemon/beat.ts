// A sign of life of this host: that it is there, and how many tasks may be at work on it as it is configured now.
import type { HostId } from '../domain/ids.ts';
import type { EffectPorts } from '../ports/effect.ts';
import { mostAtWork } from './most-at-work.ts';

/** Where the configuration cannot be read, the number stays. Who may start because it is higher is woken. */
export async function beat(
  { config, store, queue, clock }: Pick<EffectPorts, 'config' | 'store' | 'queue' | 'clock'>,
  host: HostId,
): Promise<void> {
  const read = await config.read();
  const atMost = read.ok ? { atMost: mostAtWork(read.value.limits) } : {};
  await store.transact(async (tx) => {
    const at = clock.now();
    for (const thing of await tx.beat({ id: host, seenAt: at, pool: null, ...atMost }))
      await queue.add(tx, [{ thing, at, host: (await tx.thing(thing))?.host ?? host }]);
  });
}
