// Performs one decided act, within its deadline, and records what came of it once.
import type { Effect, Performed } from '../domain/effect/effect.ts';
import { Failed, type Failure, fail } from '../domain/error.ts';
import { instant } from '../domain/ids.ts';
import type { EffectResult, Intent, Thing } from '../domain/thing.ts';
import type { EffectContext, EffectTable } from '../ports/effect.ts';
import type { View } from '../ports/store.ts';
import type { Engine } from './engine.ts';
import { isPassing, retryStore } from './retry-store.ts';
import { wakeInbox } from './wake-inbox.ts';
import { type Watched, watchEffect } from './watch-effect.ts';

/** `cut`: it did not end in time, so nothing is known; like a crash it counts as a try. */
type Came =
  | EffectResult
  | { readonly kind: 'cut'; readonly afterMs: number }
  /** Store, disk or keeper could not do it now. */
  | { readonly kind: 'put_off'; readonly afterMs: number; readonly why: string };

const pauseMs = 2_000;
/** Effects after which there is something to follow. */
const beginsLife = new Set<string>(['start-session', 'start-run', 'start-once']);

export async function performIntent(engine: Engine, view: View, intent: Intent): Promise<'again' | 'wait'> {
  try {
    const came = await perform(engine, view, intent);
    // The wake must outlive this daemon, so a drive that is given up rejects.
    engine.signal.throwIfAborted();
    await engine.reach('effect', view.thing.id, intent.name);
    if (came.kind !== 'put_off') engine.putOffs?.forget(view.thing.id);
    if (came.kind === 'later' || came.kind === 'cut' || came.kind === 'put_off')
      return await retryStore(engine, () => postpone(engine, view.thing, intent, came));
    const settled = await retryStore(engine, () => settleOrShorten(engine, view.thing, intent, came));
    if (beginsLife.has(intent.name)) engine.attend?.(view.thing.id);
    await engine.reach('commit', view.thing.id, intent.name);
    return settled;
  } catch (error) {
    if (engine.signal.aborted) await forgive(engine, intent);
    throw error;
  }
}

async function perform(engine: Engine, view: View, intent: Intent): Promise<Came> {
  const { thing } = view;
  const watched = watchEffect(engine, view);
  const effect = { name: intent.name, input: intent.input } as Effect;
  const context: EffectContext = {
    id: intent.id,
    thing,
    now: engine.ports.clock.now(),
    signal: watched.signal,
    fenced: async () => (await engine.ports.store.read((reads) => reads.thing(thing.id)))?.fence === thing.fence,
  };
  try {
    const came = await Promise.race([call(engine, effect, context), watched.overrun]);
    if (came === 'overrun') return cut(engine, intent);
    return came.kind === 'failed' && came.failure.error_code === 'DISK_FULL'
      ? putOff(engine, intent, came.failure)
      : came;
  } catch (error) {
    return afterThrow(engine, intent, error, watched);
  } finally {
    watched.end();
  }
}

/** The table is typed by name; a stored intent carries its name and input together. */
async function call(engine: Engine, effect: Effect, context: EffectContext): Promise<EffectResult> {
  const perform = engine.effects[effect.name] as EffectTable[Effect['name']] | undefined;
  if (perform === undefined) throw new Error(`no effect is named ${effect.name}`);
  return (perform as (ports: unknown, input: unknown, context: EffectContext) => Promise<EffectResult>)(
    engine.ports,
    effect.input,
    context,
  );
}

function cut(engine: Engine, intent: Intent): Came {
  engine.ports.log.warn(`${intent.name} did not end in time`, { intent: intent.id });
  return { kind: 'cut', afterMs: pauseMs };
}

/** What the store, the disk or the keeper could not do now is not a failed effect: it goes on when they are back. */
function putOff(engine: Engine, intent: Intent, { message }: Failure): Came {
  engine.ports.log.warn(`${intent.name} is put off: ${message}`, { intent: intent.id });
  return { kind: 'put_off', afterMs: pauseMs, why: message };
}

function afterThrow(engine: Engine, intent: Intent, error: unknown, watched: Watched): Came {
  const failure = error instanceof Failed ? error.failure : fullDisk(error);
  if (failure !== null) return isPassing(failure) ? putOff(engine, intent, failure) : { kind: 'failed', failure };
  if (engine.signal.aborted || watched.why() === 'deadline') return cut(engine, intent);
  if (watched.why() === 'stop')
    return { kind: 'failed', failure: { error_code: 'ENGINE_ERROR', message: `${intent.name} was asked to stop` } };
  const log = engine.ports.log.bug(error, { intent: intent.id, effect: intent.name });
  return { kind: 'failed', failure: { error_code: 'INTERNAL', message: `${intent.name} met a bug (log ${log})` } };
}

/** The system's own word, wherever it was said. */
function fullDisk(error: unknown): Failure | null {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' ? fail('DISK_FULL', String(message)).failure : null;
}

async function postpone(
  engine: Engine,
  thing: Thing,
  intent: Intent,
  later: Extract<Came, { kind: 'later' | 'cut' | 'put_off' }>,
): Promise<'wait'> {
  const { store, queue, clock } = engine.ports;
  const now = clock.now();
  const due = instant(now + later.afterMs);
  const about = { thing: thing.id, task: thing.task, effect: intent.name, since: now };
  const isNews = later.kind === 'put_off' && engine.putOffs?.note({ ...about, why: later.why }) === true;
  await store.transact(async (tx) => {
    if (later.kind !== 'cut') await tx.tries(intent.id, 'reset');
    if (isNews)
      await tx.say(thing.id, thing.task, now, [
        { kind: 'effect_put_off', data: { effect: intent.name, why: later.why } },
      ]);
    await tx.setTimer(thing.id, due);
    await queue.add(tx, [{ thing: thing.id, at: due, host: thing.host }]);
  });
  return 'wait';
}

/** A daemon that goes down is no crash. */
async function forgive({ ports: { store } }: Engine, intent: Intent): Promise<void> {
  await store.transact((tx) => tx.tries(intent.id, 'reset')).catch(() => {});
}

type Result = Exclude<EffectResult, { kind: 'later' }>;

/** A result too large to be kept is a failed effect: performing it again would bring the same. */
async function settleOrShorten(
  engine: Engine,
  thing: Thing,
  intent: Intent,
  result: Result,
): Promise<'again' | 'wait'> {
  try {
    return await settle(engine, thing, intent, result);
  } catch (error) {
    if (!(error instanceof Failed) || error.failure.error_code !== 'RESULT_TOO_LARGE') throw error;
    return settle(engine, thing, intent, { kind: 'failed', failure: error.failure });
  }
}

/** The result stands under its id and the driver's fence whatever the row's version; then the state it leads to, in the same transaction. */
async function settle(engine: Engine, { fence }: Thing, intent: Intent, result: Result): Promise<'again' | 'wait'> {
  const { store, queue, clock } = engine.ports;
  return store.transact(async (tx) => {
    // What it leads to outside has an intent before it.
    tx.ahead();
    const outcome = await tx.settle(intent.id, fence, result);
    if (outcome === 'fenced') return 'wait';
    if (outcome === 'already') return 'again';
    const thing = await tx.thing(intent.thing);
    if (thing === null) return 'wait';
    const now = clock.now();
    const applied = engine.kinds.apply(thing, { name: intent.name, input: intent.input, result } as Performed, now);
    await tx.update(thing.id, thing.version, { state: applied.state, ended: false, effects: thing.effects, at: now });
    await tx.say(thing.id, thing.task, now, applied.said);
    await wakeInbox(queue, tx, thing, now);
    if (thing.parent !== null && applied.said.length > 0 && (thing.kind === 'criterion' || thing.kind === 'task'))
      await queue.add(tx, [{ thing: thing.parent, at: now, host: thing.host }]);
    return 'again';
  });
}
