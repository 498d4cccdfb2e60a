// A host that is silent loses its free work to the one that notices; what is bound to it waits until it is dead for good.
import type { HostId, Instant, TaskId, ThingId } from '../domain/ids.ts';
import type { Transaction } from '../ports/store.ts';
import { bringOver } from './bring-over.ts';
import { dropIntent } from './drop-intent.ts';
import type { Engine } from './engine.ts';

/** What was last seen of each host, and how many looks ago. Told by looks of our own, since hosts have clocks of their own. */
export type HostSightings = Map<HostId, { readonly seenAt: Instant; readonly looks: number }>;

/** Looks without a sign of life; at one look every 20 s a host is silent for 60 s. */
const silentAfter = 3;

/** Called at every beat of this host, on a store that hosts share. Returns what came over. `deadAfter`: looks after which all else comes over too; null: a person says so. */
export async function takeOverSilent(
  engine: Engine,
  seen: HostSightings,
  deadAfter: number | null = null,
): Promise<readonly ThingId[]> {
  const hosts = await engine.ports.store.read((reads) => reads.hosts());
  const moved: ThingId[] = [];
  for (const { id, seenAt } of hosts) {
    if (id === engine.host) continue;
    const before = seen.get(id);
    const looks = before?.seenAt === seenAt ? before.looks + 1 : 0;
    if (looks === silentAfter) moved.push(...(await takeOver(engine, id)));
    if (deadAfter !== null && looks === Math.max(deadAfter, silentAfter)) moved.push(...(await bringOver(engine, id)));
    seen.set(id, { seenAt, looks });
  }
  return moved;
}

async function takeOver(engine: Engine, from: HostId): Promise<readonly ThingId[]> {
  const { store, queue, log } = engine.ports;
  const things = await store.read((reads) => reads.things({ kind: 'task', ended: false }));
  const moved: ThingId[] = [];
  for (const { id, host } of things)
    if (host === from && (await store.transact((tx) => move(engine, tx, id as TaskId, from)))) moved.push(id);
  // Wakes of what is bound come along and are sent back by `drive`.
  await queue.takeOver(from, engine.host);
  log.warn('a silent host was taken over', { host: from, moved: moved.length });
  return moved;
}

async function move(engine: Engine, tx: Transaction, id: TaskId, from: HostId): Promise<boolean> {
  const { queue, clock } = engine.ports;
  const view = await tx.view(id);
  if (view === null || view.thing.ended || view.thing.host !== from) return false;
  const state = engine.kinds.relocate(view);
  if (state === null) return false;
  const at = clock.now();
  if (!(await tx.moveToHost(id, from, engine.host))) return false;
  await dropIntent(tx, view, from);
  await tx.raiseFence(id);
  await tx.update(id, view.thing.version, { state, ended: false, effects: view.thing.effects, at });
  await tx.closeQuestions(id, `it begins anew on ${engine.host}`, at);
  await tx.say(id, id, at, [{ kind: 'moved', data: { from, to: engine.host } }]);
  await queue.add(tx, [{ thing: id, at, host: engine.host }]);
  return true;
}
