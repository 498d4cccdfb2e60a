// Messages taken out of their inbox before they were delivered.
import type { Message } from '../domain/session/message.ts';
import { awaitEnd } from './await-end.ts';
import { commit } from './commit.ts';
import type { CommandPorts } from './ports.ts';

/** Their rows say so well within this. */
const patienceMs = 5000;

/** As they are now: those that could not be taken out any more are not `dropped`. */
export async function withdraw(
  ports: CommandPorts,
  ids: readonly Message['id'][],
  by: string,
): Promise<readonly Message[]> {
  const told = await commit(ports, async (tx) => {
    const at = ports.clock.now();
    const queued: Message['id'][] = [];
    for (const id of ids) {
      const message = (await tx.thing(id)) as Message;
      if (message.state.kind !== 'queued') continue;
      await tx.notify({ thing: id, at, by, kind: 'drop', body: null });
      await ports.queue.add(tx, [{ thing: id, at, host: message.host }]);
      queued.push(id);
    }
    return queued;
  });
  await Promise.all(told.map((id) => awaitEnd(ports, id, patienceMs, new AbortController().signal)));
  return ports.store.read(async (reads) => {
    const messages: Message[] = [];
    for (const id of ids) messages.push((await reads.thing(id)) as Message);
    return messages;
  });
}

export const isDropped = ({ state }: Message): boolean => state.kind === 'dropped';
