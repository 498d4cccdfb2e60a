// Copy and branch removed where the record says that they were made for this task; what is in them and nowhere else is kept in the hub and named.
import { ok } from '../domain/error.ts';
import { copyOf, isOurs, withoutCreated } from '../domain/task/created.ts';
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
  const record = (await store.read((reads) => reads.copy(thing.task)))?.created;
  const ours = {
    folder: isolation === 'checkout' || isOurs(record, 'folder', copy),
    branch: isolation === 'clone' || isOurs(record, 'checkout_branch', branch),
  };
  const removed =
    isolation === 'checkout'
      ? await git.leaveCheckout(hub, base, branch, ours.branch)
      : ours.folder
        ? await git.removeCopy(hub, copy, label, await copiedFiles(ports, thing.task), ours.branch)
        : ok({ kept: null });
  if (!removed.ok) return { kind: 'failed', failure: removed.failure };
  const [attached] = (thing as Task).spec.attachments ?? [];
  if (attached !== undefined) await files.remove(attached.path.slice(0, attached.path.lastIndexOf('/')));
  const left = [...(ours.folder ? [] : [copy]), ...(ours.branch ? [] : [`branch ${branch}`])];
  await store.transact(async (tx) => {
    const known = await tx.copy(thing.task);
    if (known === null || known.removedAt !== null) return;
    const created = known.created === undefined ? {} : { created: withoutCreated(known.created, copyOf(copy, branch)) };
    await tx.putCopy({ ...known, ...created, removedAt: now });
  });
  return { kind: 'done', output: { ...removed.value, ...(left.length === 0 ? {} : { left }) } };
};
