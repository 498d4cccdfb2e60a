// The copy a task works in: a clone from the hub, or (asked for) a worktree of the person's repository or their own folder.
import type { EffectFunction } from '../ports/effect.ts';
import { keepCopy } from './claim-ports.ts';

export const makeCopy: EffectFunction<'make-copy'> = async (
  ports,
  { hub, base, branch, isolation, ports: wanted = 0 },
  { thing, now },
) => {
  const { git, files } = ports;
  const path = files.path('copies', thing.task);
  const made =
    isolation === 'checkout'
      ? await git.takeCheckout(hub, base, branch)
      : isolation === 'worktree'
        ? await git.makeWorktree(hub, path, base, branch)
        : await git.makeCopy(hub, path, base, branch);
  if (!made.ok) return { kind: 'failed', failure: made.failure };
  const copy = {
    task: thing.task,
    path: made.value.path,
    branch: made.value.branch,
    base: base.commit,
    isolation,
    host: thing.host,
    createdAt: now,
    removedAt: null,
  };
  await keepCopy(ports, copy, wanted, async (tx) => {
    const lease = await tx.lease(thing.task);
    if (lease !== null) await tx.changeLease(thing.task, lease.fence, { branch: made.value.branch });
  });
  return { kind: 'done', output: made.value };
};
