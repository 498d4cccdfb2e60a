// Moves the expiry of a lease: for who has its token, or a person.
import { Failed, failed } from '../domain/error.ts';
import { instant } from '../domain/ids.ts';
import { leaseMs, whyNotHolder } from '../domain/lease/judge-lease.ts';
import { commit } from './commit.ts';
import { findLeased } from './find-leased.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';

export const renewStep: Command<'step.renew'> = (ports, { task: given, cwd, token }, peer) =>
  commit(ports, async (tx) => {
    const { task, lease } = await findLeased(tx, given, cwd);
    const now = ports.clock.now();
    const refused = whyNotHolder(task.id, lease, token === undefined ? null : ports.sha256(token), now);
    if (refused !== null) throw new Failed(refused);
    const expiresAt = instant(now + leaseMs);
    if (lease === null || !(await tx.changeLease(task.task, lease.fence, { expiresAt })))
      throw failed('LEASE_EXPIRED', `The lease of ${task.id} went to another owner; nothing was changed.`);
    await tx.say(task.id, task.task, now, [{ kind: 'lease_renewed', data: { by: nameOf(peer), until: expiresAt } }]);
    return { task: task.id, expires_at: expiresAt };
  });
