// After a start: everything unfinished on this host is driven again, and every ending the keeper knows is told.
import { kindOf, type RunId } from '../domain/ids.ts';
import type { Kept } from '../ports/keeper.ts';
import type { Engine } from './engine.ts';

/** Wakes what was not waiting for a person or a time; a thing that only waits goes straight back to waiting. */
export async function recover({ ports: { store, queue, clock }, host }: Engine): Promise<number> {
  const ids = await store.read((reads) => reads.unended(host));
  const now = clock.now();
  for (let from = 0; from < ids.length; from += 1000) {
    const wakes = ids.slice(from, from + 1000).map((thing) => ({ thing, at: now, host }));
    await store.transact((tx) => queue.add(tx, wakes));
  }
  return ids.length;
}

/** An ending is a notice to its run, told once; then the keeper may forget it. */
export async function tellEnding({ ports: { store, queue, clock, keeper } }: Engine, kept: Kept): Promise<void> {
  if (kindOf(kept.runId) !== 'run') return;
  await store.transact(async (tx) => {
    const view = await tx.view(kept.runId);
    if (view === null || view.thing.ended || view.notices.some((notice) => notice.kind === 'ending')) return;
    await tx.notify({ thing: kept.runId, at: clock.now(), by: 'keeper', kind: 'ending', body: kept.ending });
    await queue.add(tx, [{ thing: kept.runId, at: clock.now(), host: view.thing.host }]);
  });
  await keeper.forget(kept.runId as RunId);
}
