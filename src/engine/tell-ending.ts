// What the keeper knows is told to the rows. What was being driven needs no recovery: its wake is a row that a crash leaves where it is.
import { kindOf, type RunId } from '../domain/ids.ts';
import type { Kept } from '../ports/keeper.ts';
import type { Engine } from './engine.ts';
import { persist } from './persist.ts';

/** An ending is a notice to its run, or to the session whose program it was, told once, when the store can take it; then the keeper may forget it. Rejects when the daemon goes down before: the keeper tells the next one. */
export async function tellEnding(engine: Engine, kept: Kept): Promise<void> {
  if (kindOf(kept.runId) !== 'run') return;
  await persist(engine, () => notifyRun(engine, kept));
  await engine.ports.keeper.forget(kept.runId as RunId);
}

const notifyRun = ({ ports: { store, queue, clock } }: Engine, kept: Kept): Promise<void> =>
  store.transact(async (tx) => {
    const [session] = await tx.sessions({ run: kept.runId, limit: 1 });
    const view = await tx.view(session?.id ?? kept.runId);
    if (view === null || view.thing.ended || view.notices.some((notice) => notice.kind === 'ending')) return;
    await tx.notify({ thing: view.thing.id, at: clock.now(), by: 'keeper', kind: 'ending', body: kept.ending });
    await queue.add(tx, [{ thing: view.thing.id, at: clock.now(), host: view.thing.host }]);
  });
