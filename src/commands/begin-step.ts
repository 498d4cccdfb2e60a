// A step by hand is wished for: under a lease that holds, one at a time. The task's own machine does it.
import type { StepBegun } from '../contract/step.ts';
import { isPaused } from '../domain/criterion/is-paused.ts';
import { Failed, failed } from '../domain/error.ts';
import { whyNotHolder } from '../domain/lease/judge-lease.ts';
import type { Lease } from '../domain/lease/lease.ts';
import type { Task } from '../domain/task/task.ts';
import type { StepName, StepWish, WishNotice } from '../domain/task/wish.ts';
import type { Transaction } from '../ports/store.ts';
import { commit } from './commit.ts';
import { findLeased } from './find-leased.ts';
import { nameOf } from './name-of.ts';
import type { CommandPorts, Peer } from './ports.ts';
import { mustLive } from './tell-task.ts';
import { stepNow } from './view-step.ts';

type Under = { readonly task?: string | undefined; readonly cwd: string; readonly token?: string | undefined };

/** Throws `LOCK_NOT_FOUND`, `LEASE_EXPIRED`, `UNAUTHORIZED`, `TASK_ENDED`, `STEP_RUNNING`; then nothing was changed. The same step that waits for a person is found again. */
export const beginStep = (ports: CommandPorts, under: Under, wish: StepWish, peer: Peer): Promise<StepBegun> =>
  commit(ports, async (tx) => {
    const { task, lease } = await mustHold(ports, tx, under);
    const seq = await underWay(tx, task, wish.step);
    if (seq !== null) return { task: task.id, step: wish.step, seq, again: true };
    const body: WishNotice = { fence: lease.fence, wish };
    const at = ports.clock.now();
    const notice = await tx.notify({ thing: task.id, at, by: nameOf(peer), kind: 'step', body });
    await ports.queue.add(tx, [{ thing: task.id, at, host: task.host }]);
    return { task: task.id, step: wish.step, seq: notice.seq, again: false };
  });

/** Looked at before anything else is done for a step; again when it is put. */
export const checkStep = (ports: CommandPorts, under: Under, step: StepName): Promise<Task> =>
  ports.store.transact(async (tx) => {
    const { task } = await mustHold(ports, tx, under);
    await underWay(tx, task, step);
    return task;
  });

async function mustHold(
  { clock, sha256 }: CommandPorts,
  tx: Transaction,
  { task: given, cwd, token }: Under,
): Promise<{ readonly task: Task; readonly lease: Lease }> {
  const { task, lease } = await findLeased(tx, given, cwd);
  if (task.spec.driven !== 'hand')
    throw failed('LOCK_NOT_FOUND', `${task.id} is driven by Drover itself; there is no lease by hand of it.`, {
      task: task.id,
    });
  const refused = whyNotHolder(task.id, lease, token === undefined ? null : sha256(token), clock.now());
  if (refused !== null) throw new Failed(refused);
  mustLive(task);
  if (lease === null) throw failed('LOCK_NOT_FOUND', `There is no lease of ${task.id}.`, { task: task.id });
  return { task, lease };
}

/** null: nothing is. The number of the same step where it waits for a person. */
async function underWay(tx: Transaction, task: Task, wanted: StepName): Promise<number | null> {
  const now = await stepNow(tx, task);
  const name = now?.step ?? null;
  if (name === null && isPaused((await tx.view(task.id))?.notices ?? []))
    throw failed('NOT_READY', `${task.id} is paused; nothing was begun. Go on with it: drover task resume ${task.id}`);
  if (name === null && task.state.at.kind === 'by_hand') return null;
  if (name === null)
    throw failed('STEP_RUNNING', `The copy of ${task.id} is still being made; nothing was begun.`, { task: task.id });
  const open = (await tx.questions({ task: task.task, open: true })).map(({ id }) => id);
  if (now !== null && name === wanted && open.length > 0) return now.seq;
  const how = open.length > 0 ? `waits for a person (${open.join(', ')})` : 'is under way';
  throw failed('STEP_RUNNING', `The step ${name} of ${task.id} ${how}; nothing was begun.`, {
    ...{ task: task.id, step: name, questions: open },
  });
}
