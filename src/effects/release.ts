// The last step of every task, in every outcome: lease and slot given back, staged checkouts removed.
import type { EffectFunction } from '../ports/effect.ts';

export const release: EffectFunction<'release'> = async (
  { store, queue, files },
  { workspace, slots, outcome },
  { thing, now },
) => {
  await files.remove(`stages/${thing.task}`);
  await store.transact(async (tx) => {
    const lease = await tx.lease(thing.task);
    if (lease !== null && lease.releasedAt === null)
      await tx.changeLease(thing.task, lease.fence, {
        releasedAt: now,
        phase: 'release',
        history: [...lease.history, { phase: 'release', entered: now, left: now, outcome }],
      });
    const granted = await tx.freeSlot(workspace, slots, thing.task, now);
    for (const task of granted) {
      await tx.touch(task, now);
      const host = (await tx.thing(task))?.host ?? thing.host;
      await queue.add(tx, [{ thing: task, at: now, host }]);
    }
  });
  return { kind: 'done', output: {} };
};
