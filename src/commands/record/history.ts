// Past sessions and runs of agents: how they came out, how long they took, what they used and changed. Newest first.

import type { Act } from '../../contract/record.ts';
import type { HistoryEntry } from '../../contract/session.ts';
import { isWithin } from '../../domain/place/within.ts';
import type { Run } from '../../domain/run/run.ts';
import { nameKey } from '../../domain/session/name-key.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { repositoryHere } from '../session/find.ts';
import { spendOfUsage } from '../session/status.ts';
import { record } from '../shared/authorize.ts';
import { sayEnding } from '../shared/describe-ending.ts';
import { type CountedRefusal, countedRefusals } from '../shared/refusals.ts';
import { spendOf } from './spend.ts';

/** Rows that are looked through. */
const mostEnded = 10_000;

export const history: Command<'service.history'> = async (
  { store, machine, clock },
  { cwd, all, limit, since, id },
) => {
  const repository = all ? null : await repositoryHere(machine, cwd);
  const from = since === undefined ? 0 : clock.now() - since;
  const entries = await store.read(async (reads) => [
    ...(await sessionsOf(reads, repository)),
    ...(await runsOf(reads, repository)),
  ]);
  const isMeant = (entry: HistoryEntry) => id === undefined || entry.row === id || nameKey(entry.id) === nameKey(id);
  const wanted = entries.filter((entry) => entry.ended_at >= from && isMeant(entry));
  return { entries: wanted.toSorted((one, other) => other.ended_at - one.ended_at).slice(0, limit) };
};

async function sessionsOf(reads: Reads, repository: string | null): Promise<readonly HistoryEntry[]> {
  const where = repository === null ? {} : { repository };
  return (await reads.sessions({ ...where, ended: true, limit: mostEnded })).flatMap(ofSession);
}

function ofSession({ id, spec, state }: Session): readonly HistoryEntry[] {
  if (state.kind !== 'ended') return [];
  const { startedAt, endedAt, refused, ending } = state;
  return [
    {
      id: spec.name,
      kind: 'session',
      row: id,
      agent: spec.agent,
      task: null,
      role: 'session',
      repository: spec.repository,
      description: spec.description,
      outcome: refused === null ? sayEnding(ending) : `not started: ${refused}`,
      started_at: startedAt,
      ended_at: endedAt,
      duration_ms: startedAt === null ? null : Math.max(0, endedAt - startedAt),
      turns: state.turns,
      usage: spendOfUsage(state.usage),
      changed_files: state.changed ?? null,
      conversation: state.conversation,
    },
  ];
}

async function runsOf(reads: Reads, repository: string | null): Promise<readonly HistoryEntry[]> {
  const runs = await reads.things({ kind: 'run', ended: true, limit: mostEnded });
  const entries: HistoryEntry[] = [];
  for (const run of runs) {
    const entry = ofRun(run, await folderOf(reads, run));
    if (entry !== null && (repository === null || isWithin(entry.repository, repository))) entries.push(entry);
  }
  return entries;
}

/** Where a run's task, or the run by itself, was done for. */
async function folderOf(reads: Reads, { task, spec }: Run): Promise<string | null> {
  if ('cwd' in spec.purpose) return spec.purpose.cwd;
  if (spec.purpose.kind !== 'agent') return null;
  return (await reads.root(task))?.spec.settings.workspace.path ?? '';
}

/** null for programs that are no agents. */
function ofRun(run: Run, folder: string | null): HistoryEntry | null {
  const { id, task, spec, state } = run;
  if (folder === null || state.kind !== 'ended' || !('agent' in spec.purpose)) return null;
  const { startedAt, endedAt, ending, result } = state;
  const turn = result.kind === 'turn' ? result.turn : null;
  return {
    id,
    kind: 'run',
    row: id,
    agent: spec.purpose.agent,
    repository: folder,
    description: '',
    task: String(task) === id ? null : task,
    role: 'role' in spec.purpose ? spec.purpose.role : 'run',
    outcome: turn?.outcome.kind ?? (ending === null ? 'not started' : sayEnding(ending)),
    started_at: startedAt,
    ended_at: endedAt,
    duration_ms: startedAt === null ? null : Math.max(0, endedAt - startedAt),
    turns: turn === null ? 0 : 1,
    usage: spendOf([run]),
    changed_files: result.kind === 'turn' ? (result.changed ?? result.wrote?.paths ?? null) : null,
    conversation: turn?.conversation ?? null,
  };
}

// What people did that only people may do, and what others were refused.

/** Of an act: asked, a PIN that is tried and is right, ended. Between them stand those of others who act at the same time. */
const factsOf = (acts: number): number => 4 * acts + 1000;
const actKinds: readonly string[] = ['act_asked', 'act_refused'];

export const audit: Command<'service.audit'> = async ({ store, clock }, { limit, since }) => {
  const from = since === undefined ? {} : { since: (clock.now() - since) as Fact['at'] };
  const { facts, counted } = await store.read(async (reads) => ({
    facts: await reads.facts({ thing: record, limit: factsOf(limit), last: true, ...from }),
    counted: (await countedRefusals(reads)).filter(({ at }) => at >= (from.since ?? 0)),
  }));
  const ended = new Map(facts.flatMap(({ kind, data }) => (kind === 'act_ended' ? [[data.act, data.outcome]] : [])));
  const acts = facts.filter(({ kind }) => actKinds.includes(kind)).map((fact) => viewAct(fact, ended));
  const all = [...acts, ...counted.map(viewCounted)].toSorted((one, other) => one.at - other.at);
  return { acts: all.slice(-limit) };
};

const viewCounted = ({ words, more, at }: CountedRefusal): Act => ({
  ...words,
  at,
  pid: null,
  saw: null,
  times: more,
  outcome: refusalOf(words.by),
});

/** A person is refused what is another's; everybody else because they are none. */
const refusalOf = (by: unknown) => (String(by).startsWith('person:') ? 'NOT_ALLOWED' : 'UNAUTHORIZED');

const viewAct = ({ at, kind, data }: Fact, ended: ReadonlyMap<unknown, unknown>): Act => ({
  at,
  command: String(data.command),
  about: String(data.about),
  by: String(data.by),
  channel: String(data.channel),
  pid: typeof data.pid === 'number' ? data.pid : null,
  saw: typeof data.saw === 'string' ? data.saw : null,
  times: Number(data.times ?? 1),
  outcome: kind === 'act_refused' ? refusalOf(data.by) : String(ended.get(data.act) ?? 'asked'),
});
