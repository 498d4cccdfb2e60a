// The copy a task works in: a clone from the hub, or (asked for) a worktree of the person's repository or their own folder. What it makes is noted first.
import { fail } from '../domain/error.ts';
import { copyOf, isOurs, withCreated, withoutCreated } from '../domain/task/created.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { keepCopy } from './claim-ports.ts';
import { forgetCreated, notThere } from './note-created.ts';

export const makeCopy: EffectFunction<'make-copy'> = async (
  ports,
  { hub, base, branch, isolation, ports: wanted = 0 },
  { thing, now },
) => {
  const { git, files, store } = ports;
  const path = isolation === 'checkout' ? hub.checkout : files.path('copies', thing.task);
  const before = await store.read((reads) => reads.copy(thing.task));
  const record = before?.removedAt === null ? before.created : withoutCreated(before?.created, copyOf(path, branch));
  const missing = await notThere(ports, hub, path, branch, isolation);
  if (isolation !== 'checkout' && !isOurs([...missing, ...(record ?? [])], 'folder', path))
    return { kind: 'failed', failure: inTheWay(path) };
  const row = {
    ...{ task: thing.task, path, branch, base: base.commit, isolation, host: thing.host },
    ...{ createdAt: now, removedAt: null, created: withCreated(record, missing) },
  };
  await keepCopy(ports, row, wanted, async () => undefined);
  const made =
    isolation === 'checkout'
      ? await git.takeCheckout(hub, base, branch)
      : isolation === 'worktree'
        ? await git.makeWorktree(hub, path, base, branch)
        : await git.makeCopy(hub, path, base, branch);
  if (!made.ok) {
    await forgetCreated(ports, thing.task, await notThere(ports, hub, path, branch, isolation));
    return { kind: 'failed', failure: made.failure };
  }
  await keepCopy(ports, { ...row, ...made.value }, wanted, async (tx) => {
    const lease = await tx.lease(thing.task);
    if (lease !== null) await tx.changeLease(thing.task, lease.fence, { branch: made.value.branch });
  });
  return { kind: 'done', output: made.value };
};

const inTheWay = (path: string) =>
  fail('ALREADY_EXISTS', `${path} is there already, and Drover did not make it; it is left as it is. Move it away.`, {
    path,
  }).failure;
