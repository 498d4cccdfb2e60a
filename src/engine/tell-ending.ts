// What the keeper knows is told to the rows. What was being driven needs no recovery: its wake is a row that a crash leaves where it is.
import { kindOf, type RunId } from '../domain/ids.ts';
import type { Kept } from '../ports/keeper.ts';
import type { Engine } from './engine.ts';

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
