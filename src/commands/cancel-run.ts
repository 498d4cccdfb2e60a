// Ends a run by itself, with everything that it started; safe to repeat.
import { commit } from './commit.ts';
import { findRun } from './find-run.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';

export const cancelRun: Command<'run.cancel'> = (ports, { run: given }, peer) =>
  commit(ports, async (tx) => {
    const run = await findRun(tx, given);
    if (run.ended) return { run: run.id, already: true };
    const at = ports.clock.now();
    await tx.notify({ thing: run.id, at, by: nameOf(peer), kind: 'cancel', body: null });
    await ports.queue.add(tx, [{ thing: run.id, at, host: run.host }]);
    return { run: run.id, already: false };
  });
