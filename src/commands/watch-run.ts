// A run by itself until it has ended: what it does as it happens where that is wanted, and its answer.
import type { RunEvent } from '../contract/run.ts';
import type { Happening } from '../domain/run/turn.ts';
import { liveRunAgent } from '../ports/live-agent.ts';
import { findRun, type OnceRun } from './find-run.ts';
import type { CommandPorts, Stream } from './ports.ts';
import { viewRun } from './view-run.ts';
import { watchFor } from './watch-for.ts';

export const watchRun: Stream<'run.watch'> = async function* (ports, { run: given, happenings }, _, signal) {
  const run = await ports.store.read((reads) => findRun(reads, given));
  if (happenings) yield* tellHappenings(ports, run, signal);
  const ended = await watchFor(ports.bell, signal, async () => {
    const now = await ports.store.read((reads) => findRun(reads, given));
    return now.ended ? now : null;
  });
  if (ended === null) throw new Error('the caller has left');
  return viewRun(ports, ended);
};

/** Only of drivers that may be read by two at once: one process a turn, its lines and nothing said to it. */
async function* tellHappenings(ports: CommandPorts, run: OnceRun, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const found = liveRunAgent(ports, run, run.spec.purpose.usageBefore);
  if (found === null || found.agent.driver !== 'plain') return;
  const { agent, live } = found;
  const started = await watchFor(ports.bell, signal, async () => {
    const now = await ports.store.read((reads) => findRun(reads, run.id));
    return now.state.kind === 'requested' ? null : now.state;
  });
  if (started === null || (started.kind === 'ended' && started.result.kind === 'refused')) return;
  for await (const happening of agent.events(ports.keeper, live, signal)) if (isTold(happening)) yield { ...happening };
}

const isTold = ({ kind }: Happening): boolean => kind !== 'unknown';
