// A slot of the workspace, or a place in the line; with it the lease of a task that Drover drives.

import { instant, type TaskId } from '../domain/ids.ts';
import type { EffectFunction } from '../ports/effect.ts';
import type { SlotPlace, Transaction } from '../ports/store.ts';

/** A driven task renews nothing: its lease is good while it lives, and is taken anew after each wait. */
const claimMs = 2 * 3_600_000;

export const claimSlot: EffectFunction<'claim-slot'> = async ({ store, ids, sha256, clock }, input, { thing, now }) => {
  const slots = input.exclusive ? 1 : input.slots;
  const place = await store.transact(async (tx) => {
    // The result that is committed next takes it along.
    tx.later();
    const claimed = await tx.claimSlot(input.workspace, slots, thing.task, input.priority, now);
    if (claimed.kind === 'held')
      await lease(tx, input.workspace, thing.task, thing.host, sha256(ids.secret()), clock.now());
    return claimed;
  });
  return {
    kind: 'done',
    output: { granted: place.kind === 'held', ...(place.kind === 'waiting' ? before(place) : { ahead: [] }) },
  };
};

const before = ({ ahead, more }: SlotPlace & { readonly kind: 'waiting' }) => ({
  ahead,
  ...(more !== undefined && { more }),
});

async function lease(
  tx: Transaction,
  workspace: string,
  task: TaskId,
  host: Parameters<Transaction['takeLease']>[0]['owner']['host'],
  tokenHash: string,
  now: number,
): Promise<void> {
  const held = await tx.lease(task);
  const expiresAt = instant(now + claimMs);
  if (held !== null && held.releasedAt === null) {
    await tx.changeLease(task, held.fence, { expiresAt });
    return;
  }
  await tx.takeLease({
    task,
    workspace,
    owner: { name: 'drover', host, pid: process.pid, startedAt: null },
    tokenHash,
    phase: 'confirm',
    history: [],
    branch: null,
    pushedToRemote: false,
    artifacts: {},
    takenAt: instant(now),
    expiresAt,
    releasedAt: null,
  });
}
