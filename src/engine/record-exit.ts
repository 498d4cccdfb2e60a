// What the keeper knows is told to the rows. What was being driven needs no recovery: its wake is a row that a crash leaves where it is.
import { kindOf, type RunId } from '../domain/ids.ts';
import type { Kept } from '../ports/keeper.ts';
import type { Engine } from './engine.ts';
import { retryStore } from './retry-store.ts';

export type Ended = Pick<Kept, 'runId' | 'ending'>;

/** An ending is a notice to its run, or to the session whose program it was, told once, when the store can take it; then the keeper may forget it. Rejects when the daemon goes down before: the keeper tells the next one. */
export async function recordExit(engine: Engine, ended: Ended): Promise<void> {
  if (kindOf(ended.runId) !== 'run') return;
  await retryStore(engine, () => notifyRun(engine, ended));
  await engine.ports.keeper.forget(ended.runId as RunId);
}

const notifyRun = ({ ports: { store, queue, clock } }: Engine, { runId, ending }: Ended): Promise<void> =>
  store.transact(async (tx) => {
    // What is made of it is on the disk first, and this with it; the keeper forgets when it is.
    tx.soon();
    const [session] = await tx.sessions({ run: runId, limit: 1 });
    const view = await tx.view(session?.id ?? runId);
    if (view === null || view.thing.ended || view.notices.some((notice) => notice.kind === 'ending')) return;
    await tx.notify({ thing: view.thing.id, at: clock.now(), by: 'keeper', kind: 'ending', body: ending });
    await queue.add(tx, [{ thing: view.thing.id, at: clock.now(), host: view.thing.host }]);
  });

/** Endings that no row knows of and the keeper will not tell: it was told to forget them by a life of the store that was lost since, or has no record of the run any more, which is then lost itself. */
export async function findMissed({ ports: { store, keeper }, host }: Engine): Promise<readonly Ended[]> {
  const waiting = await store.read(async (reads) => {
    const runs = await reads.things({ kind: 'run', ended: false });
    const sessions = await reads.sessions({ ended: false });
    return [
      ...runs.map(({ id, host, state }) => ({ runId: id as RunId, host, begun: state.kind === 'running' })),
      ...sessions.map(({ spec, host, state }) => ({ runId: spec.run, host, begun: state.kind === 'live' })),
    ];
  });
  const missed: Ended[] = [];
  for (const { runId, begun } of waiting.filter((one) => one.host === host)) {
    const kept = await keeper.find(runId);
    if (kept === null ? begun : kept.ending !== null) missed.push({ runId, ending: kept?.ending ?? { kind: 'lost' } });
  }
  return missed;
}
