// A parked chain goes on where it stopped.
import { commit } from './commit.ts';
import { findChain } from './find-chain.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';

export const resumeChain: Command<'chain.resume'> = (ports, { chain: given }, peer) =>
  commit(ports, async (tx) => {
    const chain = await findChain(tx, given);
    if (chain.ended) return { chain: chain.id, said: `${chain.id} has ended.` };
    if (chain.state.at.kind !== 'parked')
      return { chain: chain.id, said: `${chain.id} is not parked; it goes on by itself.` };
    const at = ports.clock.now();
    await tx.notify({ thing: chain.id, at, by: nameOf(peer), kind: 'resume', body: null });
    await ports.queue.add(tx, [{ thing: chain.id, at, host: chain.host }]);
    return { chain: chain.id, said: `${chain.id} goes on.` };
  });
