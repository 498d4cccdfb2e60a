// A run by itself until it has ended: what it does as it happens where that is wanted, and its answer.
import type { RunEvent } from '../contract/run.ts';
import type { RunId } from '../domain/ids.ts';
import type { Happening } from '../domain/run/turn.ts';
import type { Live } from '../ports/agent.ts';
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
  const { purpose } = run.spec;
  const agent = ports.agents.get(purpose.agent, purpose.driver ?? undefined);
  if (agent === null || agent.driver !== 'plain') return;
  const started = await watchFor(ports.bell, signal, async () => {
    const now = await ports.store.read((reads) => findRun(reads, run.id));
    return now.state.kind === 'requested' ? null : now.state;
  });
  if (started === null || (started.kind === 'ended' && started.result.kind === 'refused')) return;
  for await (const happening of agent.events(ports.keeper, liveOf(ports, run), signal))
    if (isTold(happening)) yield { ...happening };
}

const isTold = ({ kind }: Happening): boolean => kind !== 'unknown';

const liveOf = ({ files }: CommandPorts, { id, spec }: OnceRun): Live => ({
  runId: id as RunId,
  usageBefore: spec.purpose.usageBefore,
  once: true,
  promptFile: files.path('runs', id, 'prompt.md'),
  folder: files.path('runs', id, 'agent'),
  cwd: spec.purpose.cwd,
  permissions: spec.purpose.mode === 'analysis' ? 'read-only' : spec.purpose.permissions,
  mode: spec.purpose.mode,
  resume: spec.purpose.resume,
  fork: false,
  model: spec.purpose.model,
});
