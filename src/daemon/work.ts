// The work itself: every thing that is due is driven, every ending is told, and now and then the house is looked after.

import { sweepLooks } from '../commands/run/sweep.ts';
import { sweepKeys } from '../commands/shared/once-only.ts';
import { sweepRefusals } from '../commands/shared/refusals.ts';
import { sweepCopies, sweepDependencies } from '../commands/task/clean-up.ts';
import type { SessionId } from '../domain/session/ids.ts';
import { looksUntilDead } from '../domain/standstill/dead-host.ts';
import { drive } from '../engine/drive.ts';
import type { Engine } from '../engine/engine.ts';
import type { Followers } from '../engine/followers/followers.ts';
import type { Looked } from '../engine/heed-clock.ts';
import { type Ended, findMissed, recordExit } from '../engine/record-exit.ts';
import { type HostSightings, takeOverSilent } from '../engine/take-over.ts';
import { systemClock } from '../keeper/system-clock.ts';
import { beat } from './beat.ts';
import type { OpenState } from './open-state.ts';
import type { PluggedPorts } from './plug-ports.ts';
import { backUpDaily } from './store.ts';

/** How many things are driven at the same time; each drive is short. How many tasks are at work is another number: `limits.tasks`. */
const drives = 16;
const beatMs = 20_000;
/** Copies of ended tasks are looked at this often, and what ended runs have left more often. */
const sweepMs = 24 * 3_600_000;
const looksMs = 3_600_000;

/** Returns the first beat of this host, for the one that follows it. */
export async function beginWork(
  { host, log }: OpenState,
  ports: PluggedPorts,
  engine: Engine,
  attendance: Followers,
): Promise<Looked> {
  // Before anything is at work: how many may be.
  const looked = await beat(ports, host, null);
  await ports.queue.work(host, (thing) => drive(engine, thing), { concurrency: drives });
  const tell = async (ended: Ended) => {
    try {
      await recordExit(engine, ended);
    } catch (error) {
      if (!engine.signal.aborted) log.bug(error, { run: ended.runId });
    }
  };
  ports.keeper.onEnding(tell);
  for (const ended of await findMissed(engine)) void tell(ended);
  await openDoors(ports, host);
  await attendance.beginAll();
  return looked;
}

/** Those in a sandbox find it again after a restart. */
async function openDoors({ store, doors, log }: PluggedPorts, host: string): Promise<void> {
  const sessions = await store.read((reads) => reads.sessions({ ended: false }));
  for (const { id, spec, state, host: own } of sessions)
    if (spec.sandbox && state.kind === 'live' && own === host)
      await doors
        .open(id as SessionId)
        .catch((error) => log.warn('a session has no socket of its own', { session: id, why: String(error) }));
}

/** Until the daemon is told to stop. What fails is said and tried again the next time. */
export async function keepHouse(
  { host, log, shared, config, bell }: OpenState,
  ports: PluggedPorts,
  engine: Engine,
  first: Looked,
): Promise<void> {
  const { signal } = engine;
  const seen: HostSightings = new Map();
  const orWarn = <T>(work: Promise<T>, words: string): Promise<T | undefined> =>
    work.catch((error) => {
      log.warn(words, { why: String(error) });
      return undefined;
    });
  const deadAfter = async () => {
    const read = await config.read();
    return read.ok ? looksUntilDead(read.value.hosts, beatMs) : null;
  };
  let looked = first;
  let swept = Number.NEGATIVE_INFINITY;
  let looksSwept = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    looked = (await orWarn(beat(ports, host, looked), 'no heartbeat')) ?? looked;
    if (shared) await orWarn(takeOverSilent(engine, seen, await deadAfter()), 'no look at other hosts');
    else await orWarn(backUpDaily(ports), 'no copy of the database');
    await orWarn(sweepRefusals({ ...ports, bell }), 'no count of refusals');
    if (systemClock.ticks() - swept > sweepMs) {
      swept = systemClock.ticks();
      await orWarn(sweepCopies({ ...ports, bell, host }), 'no look at old copies');
      await orWarn(sweepKeys(ports), 'no look at old keys');
      await orWarn(sweepDependencies(ports), 'no look at old dependencies');
    }
    if (systemClock.ticks() - looksSwept > looksMs) {
      looksSwept = systemClock.ticks();
      await orWarn(sweepLooks(ports), 'no look at what ended runs have left');
    }
    await systemClock.wait(beatMs, signal);
  }
}
