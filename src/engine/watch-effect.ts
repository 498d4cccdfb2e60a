// The signal of one effect: it fires at the deadline, when the thing is asked to stop, and when the daemon goes down.
import type { View } from '../ports/store.ts';
import type { Engine } from './engine.ts';

/** No effect may take longer; what lasts is a run. */
const effectDeadlineMs = 60_000;
/** After its signal an effect has so long to end by itself, before it is given up. */
const graceMs = 10_000;

export type Watched = {
  readonly signal: AbortSignal;
  /** Resolves when the effect has not ended in time, although it was told to. */
  readonly overrun: Promise<'overrun'>;
  readonly why: () => 'deadline' | 'stop' | null;
  readonly end: () => void;
};

export function watchEffect(engine: Engine, view: View): Watched {
  const { clock, store, log } = engine.ports;
  const { id } = view.thing;
  const over = new AbortController();
  const late = new AbortController();
  const stop = new AbortController();
  const look = async () => {
    const now = await store.read((reads) => reads.view(id));
    if (now !== null && engine.kinds.isStopAsked(now)) stop.abort(new Error('it was asked to stop'));
  };
  if (engine.kinds.isStopAsked(view)) stop.abort(new Error('it was asked to stop'));
  const deaf = engine.ears?.listen(
    id,
    () => void look().catch((error) => log.warn('a stop could not be looked at', { thing: id, why: String(error) })),
  );
  void clock.wait(effectDeadlineMs, over.signal).then(() => {
    if (!over.signal.aborted) late.abort(new Error('its deadline has passed'));
  });
  return {
    signal: AbortSignal.any([engine.signal, late.signal, stop.signal]),
    overrun: clock.wait(effectDeadlineMs + graceMs, over.signal).then(() => 'overrun'),
    why: () => (late.signal.aborted ? 'deadline' : stop.signal.aborted ? 'stop' : null),
    end: () => {
      deaf?.();
      over.abort('over');
    },
  };
}
