// The clock may be set back. What waits for a time that it told before would then wait as much longer, so it is brought forward, on its own row and in the queue.

import { bringForward } from '../domain/bring-forward.ts';
import { type HostId, type Instant, instant, type ThingId } from '../domain/ids.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Transaction } from '../ports/store.ts';

/** When this process last looked, by both clocks. */
export type Looked = { readonly at: Instant; readonly ticks: number };

/** Less is left to the clock itself, which never stands quite still beside another. */
const toleranceMs = 5_000;

type Ports = Pick<EffectPorts, 'queue' | 'clock' | 'log'>;

/**
 * Called at every beat of this host, in its transaction and before its sign of life is written. `looked`: null at the first beat of a process; then the last sign of life tells what the clock said
 * before, and how long the host was down is not known: nothing is taken off for that.
 */
export async function heedClock(
  { queue, clock, log }: Ports,
  tx: Transaction,
  host: HostId,
  looked: Looked | null,
): Promise<Looked> {
  const [now, ticks] = [clock.now(), clock.ticks()];
  const before =
    looked === null
      ? (await tx.hosts()).find(({ id }) => id === host)?.seenAt
      : instant(looked.at + (ticks - looked.ticks));
  const back = Math.round((before ?? now) - now);
  if (back >= toleranceMs) {
    const things = await bringAllForward({ queue, tx, host, now }, back);
    log.warn('the clock was set back; what waits is due as much earlier', { back, things });
  }
  return { at: now, ticks };
}

type Around = {
  readonly queue: Ports['queue'];
  readonly tx: Transaction;
  readonly host: HostId;
  readonly now: Instant;
};

async function bringAllForward(around: Around, back: number): Promise<number> {
  const { queue, tx, host, now } = around;
  let things = 0;
  for (const { thing: id, due } of await tx.timers(now)) {
    const view = await tx.view(id);
    if (view === null || view.thing.ended || view.thing.host !== host) continue;
    // A task waits for the limit that ended a run of its own, which nothing drives any more.
    for (const each of [view.thing, ...view.children.filter(({ kind, ended }) => kind === 'run' && ended)])
      await change(tx, each.id, back, now);
    const at = instant(Math.max(now, due - back));
    await tx.setTimer(id, at);
    await queue.add(tx, [{ thing: id, at, host }]);
    things += 1;
  }
  return things;
}

const mostTries = 5;

/** Among many hosts another may have moved it in between. */
async function change(tx: Transaction, id: ThingId, back: number, at: Instant): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const thing = await tx.thing(id);
    if (thing === null) return;
    const { version, ended, effects } = thing;
    const state = bringForward(thing, back, at);
    if (state === null || (await tx.update(id, version, { state, ended, effects, at }))) return;
  }
}
