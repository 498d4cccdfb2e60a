// Does the lease still hold that a step by hand was wished under? Looked at before work begins and right before a commit; renewed while it lasts.
import { instant } from '../domain/ids.ts';
import { holds, leaseMs } from '../domain/lease/judge-lease.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const holdLease: EffectFunction<'hold-lease'> = ({ store, clock }, { fence, renew }, { thing }) =>
  store.transact(async (tx) => {
    const now = clock.now();
    const lease = await tx.lease(thing.task);
    if (!holds(lease, fence, now)) return { kind: 'done', output: { until: null } };
    if (!renew) return { kind: 'done', output: { until: lease.expiresAt } };
    const until = instant(now + leaseMs);
    const changed = await tx.changeLease(thing.task, fence, { expiresAt: until });
    return { kind: 'done', output: { until: changed ? until : null } };
  });
