// Copy and branch removed; what is in them and nowhere else is kept in the hub and named.
import type { Task } from '../domain/task/task.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { copiedFiles } from './copied-files.ts';

export const removeCopy: EffectFunction<'remove-copy'> = async (
  ports,
  { hub, base, copy, branch, isolation },
  { thing, now },
) => {
  const { git, store, files } = ports;
  const label = thing.task;
  const kept =
    isolation === 'checkout'
      ? await leave()
      : await git.removeCopy(hub, copy, label, await copiedFiles(ports, thing.task));
  if (!kept.ok) return { kind: 'failed', failure: kept.failure };
  const [attached] = (thing as Task).spec.attachments ?? [];
  if (attached !== undefined) await files.remove(attached.path.slice(0, attached.path.lastIndexOf('/')));
  await store.transact(async (tx) => {
    const known = await tx.copy(thing.task);
    if (known !== null && known.removedAt === null) await tx.putCopy({ ...known, removedAt: now });
  });
  return { kind: 'done', output: kept.value };

  async function leave() {
    const left = await git.leaveCheckout(hub, base, branch, true);
    return left.ok ? ({ ok: true, value: { kept: null } } as const) : left;
  }
};
