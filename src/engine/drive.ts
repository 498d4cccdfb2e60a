// The one loop that moves everything: look at the rows, decide, commit the intent, act, commit the result, until it must wait.
import type { HostId, ThingId } from '../domain/ids.ts';
import type { Intent, Thing } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';
import { askAboutEffect, maxTries } from './ask-about-effect.ts';
import { commitDecision } from './commit-decision.ts';
import type { Engine } from './engine.ts';
import { performIntent } from './perform-intent.ts';

/** Drives one thing until it waits or has ended; rejects when the daemon goes down, so that its wake stays. Never two at once for one thing: that is the queue's promise. */
export async function drive(engine: Engine, id: ThingId): Promise<void> {
  engine.ears?.begin(id);
  try {
    while ((await goRound(engine, id)) === 'again');
  } finally {
    engine.ears?.end(id);
  }
}

async function goRound(engine: Engine, id: ThingId): Promise<'again' | 'wait'> {
  engine.signal.throwIfAborted();
  engine.ears?.forget(id);
  const view = await engine.ports.store.read((reads) => reads.view(id), { ahead: true });
  if (view === null || view.thing.ended) {
    engine.putOffs?.forget(id);
    return 'wait';
  }
  if (view.thing.host !== engine.host) return sendOn(engine, view.thing);
  if (view.intent !== null) return retryIntent(engine, view, view.intent);
  const now = engine.ports.clock.now();
  const round = await commitDecision(engine, view, engine.kinds.decide(view, now), now);
  if (round.kind !== 'intent') return round.kind;
  await engine.reach('intent', view.thing.id, round.intent.name);
  return performIntent(engine, view, round.intent);
}

/**
 * Another host's: its wake came here with those of a host that is gone, or before the thing moved on. It may move while it is sent, even to here;
 * who adds wakes of one thing waits for others who do, so a look after that is the newest.
 */
async function sendOn({ ports: { store, queue, clock } }: Engine, { id, host }: Thing): Promise<'wait'> {
  await store.transact(async (tx) => {
    const sendTo = (to: HostId) => queue.add(tx, [{ thing: id, at: clock.now(), host: to }]);
    await sendTo(host);
    const by = (await tx.thing(id))?.host ?? host;
    if (by !== host) await sendTo(by);
  });
  return 'wait';
}

/** An intent without a result: a crash cut it off, or its effect asked for more time. Cut off too often, it becomes a question. */
async function retryIntent(engine: Engine, view: View, intent: Intent): Promise<'again' | 'wait'> {
  if (intent.tries >= maxTries) {
    const answer = await askAboutEffect(engine, view, intent);
    if (answer !== 'retry') return answer;
  }
  await engine.ports.store.transact((tx) => tx.tries(intent.id, 'begun'));
  return performIntent(engine, view, intent);
}
