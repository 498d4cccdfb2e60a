// A slot of the workspace, or a place in the line; with it the lease of a task that Drover drives.
import { defined } from '../domain/defined.ts';
import { type HostId, type Instant, instant, type TaskId } from '../domain/ids.ts';
import { holds, leaseMs } from '../domain/lease/judge-lease.ts';
import { markName, nameOfSecond, type PlanFile, type PlanFolder, pathIn } from '../domain/plan/plan-file.ts';
import { isBeside } from '../domain/run/beside.ts';
import type { EffectFunction } from '../ports/effect.ts';
import type { Files } from '../ports/files.ts';
import type { Queue } from '../ports/queue.ts';
import type { SlotPlace, Transaction } from '../ports/store.ts';
import { mendingNote, renewingNote } from './copy.ts';

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

const before = ({ ahead, more }: SlotPlace & { readonly kind: 'waiting' }) => ({ ahead, ...defined({ more }) });

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

// Gives the slot back while the task waits for a person; those next in line are woken in the same transaction.

export const freeSlot: EffectFunction<'free-slot'> = async ({ store, queue }, { workspace, slots }, { thing, now }) => {
  await store.transact(async (tx) => {
    // The result that is committed next takes it along.
    tx.later();
    await wakeGranted(tx, queue, await tx.freeSlot(workspace, slots, thing.task, now), thing.host, now);
  });
  return { kind: 'done', output: {} };
};

// A task has its plan. Whoever asked takes it from those that wait, unless they were ended before. Another that waits there under its name stays, and so does one that stands nowhere else.

export const takePlan: EffectFunction<'take-plan'> = async ({ files }, { root, name }) => {
  const hashIn = (folder: PlanFolder) => files.hash(`${root}/${pathIn(folder, name)}`);
  const [waits, taken] = await Promise.all([hashIn('pending'), hashIn('in_progress')]);
  if (taken !== null && waits === taken) await files.drop({ root, path: pathIn('pending', name) });
  if (taken !== null) await files.drop({ root, path: pathIn('in_progress', markName(name)) });
  return { kind: 'done', output: {} };
};

// The last step of every task, in every outcome: lease and slot given back, staged checkouts removed.

export const release: EffectFunction<'release'> = async (
  { store, queue, files },
  { workspace, slots, outcome, planDone },
  { thing, now },
) => {
  if (planDone !== undefined) await putPlanAway(files, planDone, thing.task);
  await files.remove(`stages/${thing.task}`);
  await files.remove(mendingNote(thing.task));
  await files.remove(renewingNote(thing.task));
  await store.transact(async (tx) => {
    await endBesides(tx, queue, thing.task, now);
    const lease = await tx.lease(thing.task);
    if (lease !== null && lease.releasedAt === null)
      await tx.changeLease(thing.task, lease.fence, {
        releasedAt: now,
        phase: 'release',
        history: [...lease.history, { phase: 'release', entered: now, left: now, outcome }],
      });
    await wakeGranted(tx, queue, await tx.freeSlot(workspace, slots, thing.task, now), thing.host, now);
  });
  return { kind: 'done', output: {} };
};

/** Copied, then taken away: whatever a kill leaves is found. A plan that ended before under its name stays as it is. */
async function putPlanAway(files: Files, { root, name }: PlanFile, task: TaskId): Promise<void> {
  const from = { root, path: pathIn('in_progress', name) };
  const hash = await files.hash(`${root}/${from.path}`);
  if (hash === null) return;
  const before = await files.hash(`${root}/${pathIn('done', name)}`);
  const to = pathIn('done', before === null || before === hash ? name : nameOfSecond(name, task));
  if (await files.copy(from, { root, path: to })) await files.drop(from);
}

/** Each on the host that is its own; `otherwise`: where nothing is known of it. */
async function wakeGranted(
  tx: Transaction,
  queue: Queue,
  granted: readonly TaskId[],
  otherwise: HostId,
  now: Instant,
): Promise<void> {
  for (const task of granted) {
    await tx.touch(task, now);
    await queue.add(tx, [{ thing: task, at: now, host: (await tx.thing(task))?.host ?? otherwise }]);
  }
}

/** What was started for a look, or to see whether it goes with another's, ends with its task. */
async function endBesides(tx: Transaction, queue: Queue, task: TaskId, now: Instant): Promise<void> {
  const living = await tx.things({ kind: 'run', task, ended: false });
  for (const { id, host } of living.filter(({ spec: { purpose } }) => isBeside(purpose))) {
    await tx.notify({ thing: id, at: now, by: task, kind: 'cancel', body: null });
    await queue.add(tx, [{ thing: id, at: now, host }]);
  }
}

// Does the lease still hold that a step by hand was wished under? Looked at before work begins and right before a commit; renewed while it lasts.

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
