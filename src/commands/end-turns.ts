// Turns of agents are ended, also those that were just about to begin.
import type { Run } from '../domain/run/run.ts';
import type { Reads } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';
import { watchWhile } from './watch-for.ts';

/** What was asked for begins within that, or not here. */
const turnPatienceMs = 10_000;

/** Those that were told to end. What they were at is taken up again by whoever started them, unless that was parked before. */
export async function endTurns(
  ports: Pick<CommandPorts, 'store' | 'keeper' | 'bell' | 'clock'>,
  signal: AbortSignal,
  runsOf: (reads: Reads) => Promise<readonly Run[]>,
): Promise<readonly Run['id'][]> {
  const told = new Set<Run['id']>();
  await watchWhile(ports, signal, turnPatienceMs, async () => {
    const runs = (await ports.store.read(runsOf)).filter(({ ended, spec }) => !ended && 'agent' in spec.purpose);
    const fresh = runs.filter(({ id, state }) => state.kind === 'running' && !told.has(id));
    for (const { id } of fresh) told.add(id);
    await Promise.all(fresh.map(({ id }) => ports.keeper.end(id as never, 'cancelled')));
    return runs.length === 0 ? true : null;
  });
  return [...told];
}
