// Asks the remote whether the branch is there, whatever the push said.
import type { EffectFunction } from '../ports/effect.ts';

export const confirmPush: EffectFunction<'confirm-push'> = async (
  { git, person, store },
  { hub, branch, commit },
  { thing },
) => {
  const at = await git.remoteBranch(hub, branch, person.env());
  if (!at.ok) return { kind: 'failed', failure: at.failure };
  const there = at.value === commit;
  if (there)
    await store.transact(async (tx) => {
      const lease = await tx.lease(thing.task);
      if (lease !== null) await tx.changeLease(thing.task, lease.fence, { pushedToRemote: true });
    });
  return { kind: 'done', output: { there, at: at.value } };
};
