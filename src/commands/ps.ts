// What runs, and with `all` what ended lately too.
import type { RunView } from '../contract/service.ts';
import type { Ending } from '../domain/run/ending.ts';
import type { Purpose, Run } from '../domain/run/run.ts';
import type { Command } from './ports.ts';

const most = 500;

export const ps: Command<'service.ps'> = async ({ store }, { all }) => {
  const runs = await store.read((reads) =>
    reads.things(all ? { kind: 'run', limit: most } : { kind: 'run', ended: false }),
  );
  return { runs: (runs as readonly Run[]).map(viewRun) };
};

const viewRun = ({ id, task, spec, state }: Run): RunView => ({
  id,
  task,
  role: spec.purpose.kind,
  program: programOf(spec.purpose),
  state: state.kind === 'ended' ? 'ended' : 'running',
  ending: endingOf(state),
  started_at: state.kind === 'requested' ? null : state.startedAt,
  ended_at: state.kind === 'ended' ? state.endedAt : null,
});

function programOf(purpose: Purpose): string {
  switch (purpose.kind) {
    case 'agent':
    case 'once':
      return purpose.agent;
    case 'gate':
      return `${purpose.definition.gate}: ${purpose.definition.argv.join(' ')}`;
    case 'setup':
      return purpose.argv.join(' ');
    case 'hooks':
      return 'commit hooks';
    case 'fetch':
    case 'push':
    case 'unpush':
      return 'git';
  }
}

function endingOf(state: Run['state']): string {
  if (state.kind !== 'ended') return '';
  if (state.result.kind === 'refused') return `not started: ${state.result.failure.message}`;
  return state.ending === null ? 'ended' : words(state.ending);
}

function words(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `exit ${ending.code}`;
    case 'signalled':
      return `ended by ${ending.signal}`;
    case 'timed_out':
      return 'took too long';
    case 'over_budget':
      return 'wrote too much';
    case 'cancelled':
      return 'cancelled';
    case 'stalled':
      return 'was silent for too long';
    case 'not_started':
      return `not started: ${ending.reason}`;
    case 'lost':
      return 'cut off by a crash';
  }
}
