// Ends a chain: what runs is ended first; its copy and its commits stay.
import { failed } from '../domain/error.ts';
import { commit } from './commit.ts';
import { findChain } from './find-chain.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';

export const cancelChain: Command<'chain.cancel'> = (ports, { chain: given }, peer) =>
  commit(ports, async (tx) => {
    const chain = await findChain(tx, given);
    if (chain.ended) throw failed('TASK_ENDED', `${chain.id} has ended.`, { chain: chain.id });

    const at = ports.clock.now();
    await tx.notify({ thing: chain.id, at, by: nameOf(peer), kind: 'cancel', body: null });
    await ports.queue.add(tx, [{ thing: chain.id, at, host: chain.host }]);
    return { chain: chain.id, said: `${chain.id} is ended; what runs is ended first.` };
  });
