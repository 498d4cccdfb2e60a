// Hears an agent out, and begins anew where the way to it was cut.
import { Failed } from '../../domain/error.ts';
import type { LiveAgent } from '../../ports/live-agent.ts';
import type { Engine } from '../engine.ts';
import { isPassing } from '../retry-store.ts';
import { type Begun, type Record, Recorder } from './recorder.ts';

const pauseMs = 500;

/** Until the agent has ended, its row has, or the signal fires. `begin`: what is on record; null: nothing lives there. */
export async function listen(
  engine: Engine,
  of: LiveAgent,
  begin: () => Promise<Begun | null>,
  record: Record,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = engine.ports;
  while (!signal.aborted) {
    const begun = await begin();
    if (begun === null) return;
    try {
      if (await hearOut(engine, of, new Recorder(begun, record, clock, signal))) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Failed && isPassing(error.failure))
        log.warn(`an agent is not heard: ${error.failure.message}`, { run: of.live.runId });
      else log.bug(error, { run: of.live.runId });
    }
    await clock.wait(pauseMs, signal);
  }
}

async function hearOut({ ports }: Engine, { agent, live }: LiveAgent, recorder: Recorder): Promise<boolean> {
  try {
    for await (const event of agent.events(ports.keeper, live, recorder.signal)) recorder.hear(event);
    // A driver that stopped without a word: what has ended is over all the same.
    const ending = recorder.signal.aborted ? null : (await ports.keeper.find(live.runId))?.ending;
    if (ending != null) recorder.hear({ kind: 'ended', ending });
  } catch (error) {
    await recorder.finish();
    throw error;
  }
  return recorder.finish();
}
