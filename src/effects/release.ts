// The last step of every task, in every outcome: lease and slot given back, staged checkouts removed.
import type { Instant, TaskId } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import type { EffectFunction } from '../ports/effect.ts';
import type { Queue } from '../ports/queue.ts';
import type { Transaction } from '../ports/store.ts';
import { mendingNote } from './mend-copy.ts';
import { renewingNote } from './renew-copy.ts';

export const release: EffectFunction<'release'> = async (
  { store, queue, files },
  { workspace, slots, outcome },
  { thing, now },
) => {
  await files.remove(`stages/${thing.task}`);
  await files.remove(mendingNote(thing.task));
  await files.remove(renewingNote(thing.task));
  await store.transact(async (tx) => {
    await endPreviews(tx, queue, thing.task, now);
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

/** What was started for a look ends with its task. */
async function endPreviews(tx: Transaction, queue: Queue, task: TaskId, now: Instant): Promise<void> {
  const living = (await tx.things({ kind: 'run', task, ended: false })) as readonly Run[];
  for (const { id, host } of living.filter(({ spec }) => spec.purpose.kind === 'preview')) {
    await tx.notify({ thing: id, at: now, by: task, kind: 'cancel', body: null });
    await queue.add(tx, [{ thing: id, at: now, host }]);
  }
}
