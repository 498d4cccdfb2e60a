// Performs one decided act, within its deadline, and records what came of it once.
import type { Effect, Performed } from '../domain/effect.ts';
import { Failed } from '../domain/error.ts';
import { instant } from '../domain/ids.ts';
import type { EffectResult, Intent, Thing } from '../domain/thing.ts';
import type { EffectContext, EffectTable } from '../ports/effect.ts';
import type { Engine } from './engine.ts';

/** No effect may take longer; what lasts is a run. */
export const effectDeadlineMs = 60_000;

export async function performIntent(engine: Engine, thing: Thing, intent: Intent): Promise<'again' | 'wait'> {
  const result = await perform(engine, thing, intent);
  // The wake must outlive this daemon, so a drive that is given up rejects.
  engine.signal.throwIfAborted();
  await engine.reach('effect', thing.id, intent.name);
  if (result.kind === 'later') return postpone(engine, thing, intent, result);
  const settled = await settle(engine, intent, result);
  await engine.reach('commit', thing.id, intent.name);
  return settled;
}

async function perform(engine: Engine, thing: Thing, intent: Intent): Promise<EffectResult> {
  const effect = { name: intent.name, input: intent.input } as Effect;
  const context: EffectContext = {
    id: intent.id,
    thing,
    now: engine.ports.clock.now(),
    signal: AbortSignal.any([engine.signal, AbortSignal.timeout(effectDeadlineMs)]),
    fenced: async () => (await engine.ports.store.read((reads) => reads.thing(thing.id)))?.fence === intent.fence,
  };
  try {
    return await call(engine, effect, context);
  } catch (error) {
    return afterThrow(engine, intent, error);
  }
}

/** The table is typed by name; a stored intent carries its name and input together. */
function call(engine: Engine, effect: Effect, context: EffectContext): Promise<EffectResult> {
  const perform = engine.effects[effect.name] as EffectTable[Effect['name']] | undefined;
  if (perform === undefined) throw new Error(`no effect is named ${effect.name}`);
  return (perform as (ports: unknown, input: unknown, context: EffectContext) => Promise<EffectResult>)(
    engine.ports,
    effect.input,
    context,
  );
}

/** What the store, the disk or the keeper could not do now is not a failed effect: it goes on when they are back. */
function afterThrow(engine: Engine, intent: Intent, error: unknown): EffectResult {
  if (!(error instanceof Failed)) {
    const log = engine.ports.log.bug(error, { intent: intent.id, effect: intent.name });
    return { kind: 'failed', failure: { error_code: 'INTERNAL', message: `${intent.name} met a bug (log ${log})` } };
  }
  const passing = ['STORE_FAILED', 'DISK_FULL', 'STATE_READ_ONLY', 'KEEPER_UNREACHABLE'];
  if (!passing.includes(error.failure.error_code)) return { kind: 'failed', failure: error.failure };
  engine.ports.log.warn(`${intent.name} is put off: ${error.failure.message}`, { intent: intent.id });
  return { kind: 'later', afterMs: 2_000, why: error.failure.message };
}

async function postpone(
  engine: Engine,
  thing: Thing,
  intent: Intent,
  later: Extract<EffectResult, { kind: 'later' }>,
): Promise<'wait'> {
  const { store, queue, clock } = engine.ports;
  const due = instant(clock.now() + later.afterMs);
  await store.transact(async (tx) => {
    await tx.tries(intent.id, 'reset');
    await tx.setTimer(thing.id, due);
    await queue.add(tx, [{ thing: thing.id, at: due, host: thing.host }]);
  });
  return 'wait';
}

/** The result stands under its id and fence whatever the row's version; then the state it leads to, in the same transaction. */
async function settle(
  engine: Engine,
  intent: Intent,
  result: Exclude<EffectResult, { kind: 'later' }>,
): Promise<'again' | 'wait'> {
  const { store, queue, clock } = engine.ports;
  return store.transact(async (tx) => {
    const outcome = await tx.settle(intent.id, intent.fence, result);
    if (outcome === 'fenced') return 'wait';
    if (outcome === 'already') return 'again';
    const thing = await tx.thing(intent.thing);
    if (thing === null) return 'wait';
    const now = clock.now();
    const applied = engine.machines.apply(thing, { name: intent.name, input: intent.input, result } as Performed, now);
    await tx.update(thing.id, thing.version, { state: applied.state, ended: false, effects: thing.effects, at: now });
    await tx.say(thing.id, thing.task, now, applied.said);
    if (thing.parent !== null && applied.said.length > 0 && thing.kind === 'criterion')
      await queue.add(tx, [{ thing: thing.parent, at: now, host: thing.host }]);
    return 'again';
  });
}
