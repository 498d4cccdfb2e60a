// Everything that is bound to a host which is dead for good comes here: what ran there is lost, its tasks go on from what was kept of them last.
import type { HostId, TaskId, ThingId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import type { Transaction } from '../ports/store.ts';
import { dropIntent } from './drop-intent.ts';
import type { Engine } from './engine.ts';

const kinds = ['task', 'criterion', 'run', 'session', 'message', 'chain'] as const;

/** Safe to repeat; of two hosts that do it at the same time one gets each thing. A late result from there is refused. */
export async function bringOver(engine: Engine, from: HostId): Promise<readonly ThingId[]> {
  const { store, queue, log } = engine.ports;
  const moved: ThingId[] = [];
  for (const kind of kinds) {
    const things = await store.read((reads) => reads.things({ kind, ended: false }));
    for (const thing of things.filter(({ host }) => host === from))
      if (await store.transact((tx) => bring(engine, tx, thing, kind))) {
        moved.push(thing.id);
        if (kind === 'session') engine.attend?.(thing.id);
      }
  }
  await queue.takeOver(from, engine.host);
  log.warn('a host that is dead was taken over', { host: from, moved: moved.length });
  return moved;
}

async function bring(
  engine: Engine,
  tx: Transaction,
  { id, task, host: from }: Thing,
  kind: (typeof kinds)[number],
): Promise<boolean> {
  const { queue, clock } = engine.ports;
  const at = clock.now();
  const view = (await tx.moveToHost(id, from, engine.host)) ? await tx.view(id) : null;
  if (view === null) return false;
  const { thing } = view;
  const state = engine.kinds.bringOver(view);
  if (state !== thing.state) await dropIntent(tx, view, from);
  await tx.raiseFence(id);
  if (kind === 'task') {
    await tx.update(id, thing.version, { state, ended: false, effects: thing.effects, at });
    await keepCopyHere(engine, tx, id as TaskId);
    await tx.say(id, task, at, [{ kind: 'moved', data: { from, to: engine.host } }]);
  } else if (kind === 'run' || kind === 'session')
    // The keeper here knows nothing of it: it is lost.
    await tx.notify({ thing: id, at, by: 'host', kind: 'ending', body: null });
  await queue.add(tx, [{ thing: id, at, host: engine.host }]);
  return true;
}

async function keepCopyHere({ host }: Engine, tx: Transaction, task: TaskId): Promise<void> {
  const copy = await tx.copy(task);
  if (copy !== null) await tx.putCopy({ ...copy, host });
}
