// Something said to a task by a person or program: a row, a fact, a wake.
import type { AnyThing } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import type { Said } from '../../domain/fact/fact.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Notice, NoticeBody } from '../../domain/notice.ts';
import type { Root } from '../../domain/root.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { nameOf } from '../shared/request.ts';
import { watchWhile } from '../shared/watch.ts';

export async function tellTask(
  { queue, clock }: Pick<CommandPorts, 'queue' | 'clock'>,
  tx: Transaction,
  task: Root,
  notice: NoticeBody<'say' | 'pause' | 'resume' | 'cancel' | 'finish' | 'retry' | 'take' | 'give' | 'rewind'>,
  peer: Peer,
  said: readonly Said[] = [],
): Promise<Notice> {
  const at = clock.now();
  const told = await tx.notify({ thing: task.id, at, by: nameOf(peer), ...notice });
  await tx.say(task.id, task.task, at, said);
  await queue.add(tx, [{ thing: task.id, at, host: task.host }]);
  return told;
}

/** Throws `TASK_ENDED`. */
export function mustLive({ id, ended, state }: Task): void {
  if (!ended && state.at.kind !== 'ended') return;
  const how = state.at.kind === 'ended' ? ` (${state.at.outcome.kind})` : '';
  throw failed('TASK_ENDED', `${id} has ended${how}.`, { task: id });
}

// Waits until a task has ended, for a while.

/** null: it has not ended within `ms`, or the caller left. */
export const awaitEnd = (
  ports: Pick<CommandPorts, 'store' | 'bell' | 'clock'>,
  id: ThingId,
  ms: number,
  signal: AbortSignal,
): Promise<AnyThing | null> =>
  watchWhile(ports, signal, ms, async () => {
    const thing = await ports.store.read((reads) => reads.thing(id));
    return thing?.ended === true ? thing : null;
  });
