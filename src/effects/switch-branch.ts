// The copy goes on under another branch; nothing in it changes.
import { fail } from '../domain/error.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const switchBranch: EffectFunction<'switch-branch'> = async (
  { git, store },
  { hub, base, copy, from, branch, isolation },
  { thing },
) => {
  if (isolation !== 'clone')
    return {
      kind: 'failed',
      ...fail(
        'UNSUPPORTED',
        `The branch stays ${from}: it stands in your own repository. Only a clone goes on under another one.`,
      ),
    };
  if (branch === base.branch || base.protected.includes(branch))
    return { kind: 'failed', ...fail('PROTECTED_BRANCH', `${branch} is protected; nothing was changed.`) };
  const switched = await git.switchBranch(hub, copy, base, branch);
  if (!switched.ok) return { kind: 'failed', failure: switched.failure };
  await store.transact(async (tx) => {
    const there = await tx.copy(thing.task);
    if (there !== null) await tx.putCopy({ ...there, branch });
    const lease = await tx.lease(thing.task);
    if (lease !== null) await tx.changeLease(thing.task, lease.fence, { branch });
  });
  return { kind: 'done', output: { branch } };
};
