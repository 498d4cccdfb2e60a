// How a lease stands: whether it holds, and whether a caller's token is its own.
import { type Failure, fail } from '../error.ts';
import type { Instant } from '../ids.ts';
import type { Lease } from './lease.ts';

/** How long work by hand may be quiet. */
export const leaseMs = 2 * 3_600_000;

/** Outcome in the history of a lease that went to another owner. */
export const replaced = 'replaced';

export type LeaseStanding =
  | 'living'
  /** Its time is over and nobody renewed it. */
  | 'expired'
  /** Its owner's process is gone. */
  | 'dead'
  | 'released'
  /** Another owner has what it was for. */
  | 'replaced';

/** `driven` by the engine: it is Drover's own, and holds as long as its task lives. */
export function judgeLease(
  lease: Lease,
  now: Instant,
  about: { readonly ownerAlive: boolean; readonly driven: 'engine' | 'hand'; readonly taskEnded: boolean },
): LeaseStanding {
  if (lease.releasedAt !== null) return lease.history.at(-1)?.outcome === replaced ? 'replaced' : 'released';
  if (about.driven === 'engine') return about.taskEnded ? 'dead' : 'living';
  if (!about.ownerAlive) return 'dead';
  return now >= lease.expiresAt ? 'expired' : 'living';
}

/** Is it still the lease of that fence, and does it hold? */
export const holds = (lease: Lease | null, fence: number, now: Instant): lease is Lease =>
  lease !== null && lease.fence === fence && lease.releasedAt === null && now < lease.expiresAt;

/** Why a holder may not act under this lease; null where it may. `tokenHash` null: a person vouches for it. */
export function whyNotHolder(
  task: string,
  lease: Lease | null,
  tokenHash: string | null,
  now: Instant,
): Failure | null {
  if (lease === null) return fail('LOCK_NOT_FOUND', `There is no lease of ${task}.`, { task }).failure;
  if (tokenHash !== null && tokenHash !== lease.tokenHash)
    return fail('UNAUTHORIZED', `This is not the token of the lease of ${task}.`, { task }).failure;
  if (lease.releasedAt !== null && lease.history.at(-1)?.outcome === replaced)
    return fail('LEASE_EXPIRED', `The lease of ${task} went to another owner; nothing was changed.`, { task }).failure;
  if (lease.releasedAt !== null) return fail('LOCK_NOT_FOUND', `The lease of ${task} was released.`, { task }).failure;
  if (now >= lease.expiresAt)
    return fail('LEASE_EXPIRED', `The lease of ${task} has expired; nothing was changed.`, {
      task,
      expired_at: lease.expiresAt,
    }).failure;
  return null;
}
