// Gives a lease back and ends its task; safe to repeat. With `cleanup` what the task made is removed.
import { ifKind, ofKind } from '../../domain/any-thing.ts';
import { Failed, failed } from '../../domain/error.ts';
import { instant } from '../../domain/ids.ts';
import { leaseMs, replaced, whyNotHolder } from '../../domain/lease/judge-lease.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Command, CommandPorts, Peer } from '../ports.ts';
import { bringHere } from '../shared/bring-here.ts';
import { commit, nameOf, wakeAll } from '../shared/request.ts';
import { cleanUpWhole } from '../task/clean-up.ts';
import { awaitEnd, tellTask } from '../task/notify.ts';
import { findLeased, type Leased, tokenPath } from './lease.ts';

const patienceMs = 90_000;

export const releaseStep: Command<'step.release'> = async (
  ports,
  { task: given, cwd, cleanup, token },
  peer,
  signal,
) => {
  const leased = await ports.store.read((reads) => findLeased(reads, given, cwd));
  if (token !== undefined) mustHold(leased, ports.sha256(token));
  const { task, lease } = leased;
  if (!task.ended) await bringHere(ports, task.host, task.id);
  const already = task.ended && (lease === null || lease.releasedAt !== null);
  if (!task.ended && (await finish(ports, task, peer, signal)) === null)
    return { task: task.id, already: false, notes: [`It still ends what runs: drover task watch ${task.id}`] };
  if (!already) await giveBack(ports, task, peer);
  await ports.files.remove(tokenPath(task.id));
  const done = already ? ['It had been released already.'] : [];
  if (cleanup)
    return { task: task.id, already, notes: [...done, ...(await cleanUpWhole(ports, task.id, peer, signal))] };
  return { task: task.id, already, notes: [...done, ...(await whatStays(ports, task))] };
};

/** A token that was replaced opens nothing any more; one that merely expired may still give back. */
function mustHold({ task, lease }: Leased, hash: string): void {
  if (lease === null) throw failed('LOCK_NOT_FOUND', `There is no lease of ${task.id}.`, { task: task.id });
  if (lease.tokenHash !== hash)
    throw failed('UNAUTHORIZED', `This is not the token of the lease of ${task.id}.`, { task: task.id });
  if (lease.releasedAt !== null && lease.history.at(-1)?.outcome === replaced)
    throw failed('LEASE_EXPIRED', `The lease of ${task.id} went to another owner; nothing was changed.`, {
      task: task.id,
    });
}

async function finish(ports: CommandPorts, { id }: Task, peer: Peer, signal: AbortSignal): Promise<Task | null> {
  await commit(ports, async (tx) => {
    const task = ofKind(await tx.thing(id), 'task');
    if (!task.ended) await tellTask(ports, tx, task, { kind: 'finish', body: null }, peer);
  });
  return ifKind(await awaitEnd(ports, id, patienceMs, signal), 'task');
}

/** Whatever the ending of the task left open: lease and slot. */
const giveBack = (ports: CommandPorts, { id, task, spec }: Task, peer: Peer): Promise<void> =>
  commit(ports, async (tx) => {
    const at = ports.clock.now();
    const { name, slots } = spec.settings.workspace;
    const lease = await tx.lease(task);
    if (lease !== null && lease.releasedAt === null) await tx.changeLease(task, lease.fence, { releasedAt: at });
    const granted = await tx.freeSlot(name, slots, task, at);
    await wakeAll(ports, tx, granted, at);
    await tx.say(id, task, at, [{ kind: 'lease_released', data: { by: nameOf(peer) } }]);
  });

async function whatStays({ store }: CommandPorts, { id, task }: Task): Promise<readonly string[]> {
  const copy = await store.read((reads) => reads.copy(task));
  if (copy === null || copy.removedAt !== null) return [];
  return [`Branch ${copy.branch} stays in ${copy.path}; remove both: drover step release ${id} --cleanup`];
}

// Moves the expiry of a lease: for who has its token, or a person.

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
