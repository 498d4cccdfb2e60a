// What runs: sessions, then runs of tasks; with `all` what ended lately too.
import type { RunView } from '../../contract/service.ts';
import type { SessionLine, SessionView } from '../../contract/session.ts';
import { failed } from '../../domain/error.ts';
import { kindOf, type RunId } from '../../domain/ids.ts';
import { sayLookup } from '../../domain/run/lookup.ts';
import type { Purpose, Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { sayEnding } from '../shared/describe-ending.ts';
import { findSession, repositoryHere } from './find.ts';
import { lookAtSessions } from './status.ts';

const most = 500;

/** Without an id or `all`: the living, and of sessions those of this repository. */
export const ps: Command<'service.ps'> = async (ports, { id, all, cwd, brief }) => {
  const repository = cwd === undefined ? null : await repositoryHere(ports.machine, cwd);
  const { sessions, runs, elsewhere } = await ports.store.read(async (reads) => {
    if (id !== undefined) return one(reads, id, repository ?? '');
    const living = await reads.sessions({ ended: false });
    const isHere = ({ spec }: Session) => all || repository === null || spec.repository === repository;
    return {
      sessions: all ? await reads.sessions({ limit: most }) : living.filter(isHere),
      runs: await reads.things(all ? { kind: 'run', limit: most } : { kind: 'run', ended: false }),
      elsewhere: living.filter((each) => !isHere(each)),
    };
  });
  const views = await lookAtSessions(ports, sessions);
  return {
    ...(brief && id === undefined ? { sessions: [], lines: views.map(lineOf) } : { sessions: views }),
    runs: runs.map(viewRun),
    elsewhere: elsewhere.map(({ spec }) => `${spec.name} in ${spec.repository}`),
    ...(id !== undefined && { one: true }),
  };
};

const lineOf = (view: SessionView): SessionLine => ({
  id: view.id,
  agent: view.agent,
  state: view.state,
  since: view.since,
  limited_until: view.limited_until,
  questions: view.questions,
  queue: view.queue,
  last_output: view.last_output,
  usage: view.usage,
  context: view.context,
  repository: view.repository,
  description: view.description,
  paused: view.paused,
  degraded: view.degraded,
});

/** One session or run, ended or not. */
async function one(reads: Reads, id: string, repository: string) {
  if (kindOf(id as RunId) !== 'run')
    return { sessions: [await findSession(reads, { given: id, repository, past: true })], runs: [], elsewhere: [] };
  const run = await reads.thing(id as RunId);
  if (run !== null) return { sessions: [], runs: [run], elsewhere: [] };
  const sessions = await reads.sessions({ run: id as RunId });
  if (sessions.length === 0) throw failed('RUN_NOT_FOUND', `There is no run ${id}.`, { run: id });
  return { sessions, runs: [], elsewhere: [] };
}

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
    case 'lookup':
      return sayLookup(purpose.command);
    case 'gate':
    case 'edit':
      return `${purpose.definition.gate}: ${purpose.definition.argv.join(' ')}`;
    case 'trial':
      return `${purpose.gates[0].gate} with ${purpose.other}: ${purpose.gates[0].argv.join(' ')}`;
    case 'setup':
    case 'hook':
    case 'preview':
    case 'teardown':
      return purpose.argv.join(' ');
    case 'screenshot':
      return `${purpose.browser}: ${purpose.shot.path}`;
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
  return state.ending === null ? 'ended' : sayEnding(state.ending);
}
