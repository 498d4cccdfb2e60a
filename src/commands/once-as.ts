// A request that is made again after a crash does nothing the second time: what it made is found under its key.
import type { Instant } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';
import type { Transaction } from '../ports/store.ts';
import type { Peer } from './ports.ts';

type Made = { readonly task: Task; readonly again: boolean };

/** In one transaction with what `make` writes. Keys are each channel's own. */
export async function onceAs(
  tx: Transaction,
  { channel }: Pick<Peer, 'channel'>,
  key: string | undefined,
  at: Instant,
  make: () => Promise<Task>,
): Promise<Made> {
  if (key === undefined) return { task: await make(), again: false };
  const before = await tx.channelRow(channel, 'made', key);
  const known = before === null ? null : await tx.thing(before.body as Task['id']);
  if (known !== null) return { task: known as Task, again: true };
  const task = await make();
  await tx.putChannelRow({ channel, kind: 'made', key, at, body: task.id });
  return { task, again: false };
}
