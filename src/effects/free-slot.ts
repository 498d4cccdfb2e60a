// Gives the slot back while the task waits for a person; those next in line are woken in the same transaction.
import type { EffectFunction } from '../ports/effect.ts';

export const freeSlot: EffectFunction<'free-slot'> = async ({ store, queue }, { workspace, slots }, { thing, now }) => {
  await store.transact(async (tx) => {
    // The result that is committed next takes it along.
    tx.later();
    const granted = await tx.freeSlot(workspace, slots, thing.task, now);
    for (const task of granted) {
      await tx.touch(task, now);
      const host = (await tx.thing(task))?.host ?? thing.host;
      await queue.add(tx, [{ thing: task, at: now, host }]);
    }
  });
  return { kind: 'done', output: {} };
};
