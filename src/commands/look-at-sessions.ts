// Sessions with what is seen of them right now. What does not answer at once is told as it was, and marked: nobody is held up by it.
import type { SessionView } from '../contract/session.ts';
import type { QuestionId, RunId } from '../domain/ids.ts';
import type { SessionId } from '../domain/session/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { Kept } from '../ports/keeper.ts';
import type { Reads } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';
import { type Glimpse, viewSession } from './view-session.ts';

type Ports = Pick<CommandPorts, 'store' | 'keeper' | 'clock' | 'machine' | 'started'>;

/** The keeper answers a list in well under this, whatever its agents do. */
const patienceMs = 200;

export async function lookAtSessions(ports: Ports, sessions: readonly Session[]): Promise<readonly SessionView[]> {
  if (sessions.length === 0) return [];
  // Another process: it answers while the store is read, and is waited for only then.
  const asked = keptOf(ports, sessions).catch(() => null);
  const waiting = await ports.store.read((reads) => whatWaits(reads, sessions));
  const kept = await inTime(ports, asked);
  return Promise.all(
    sessions.map(async (session) => {
      const { queue = 0, questions = [] } = waiting.get(session.id) ?? {};
      return viewSession(session, { queue, questions, ...(await programOf(ports, session, kept)) });
    }),
  );
}

export async function lookAtSession(ports: Ports, session: Session): Promise<SessionView> {
  const [view] = await lookAtSessions(ports, [session]);
  if (view === undefined) throw new Error('one session has one view');
  return view;
}

/** One is looked for, of many there is a list. */
async function keptOf({ keeper }: Ports, sessions: readonly Session[]): Promise<AllKept> {
  const [only, ...others] = sessions;
  if (only === undefined || others.length > 0) return new Map((await keeper.list()).map((kept) => [kept.runId, kept]));
  const kept = await keeper.find(only.spec.run);
  return new Map(kept === null ? [] : [[kept.runId, kept]]);
}

/** Queued messages and open questions by session: two looks, however many sessions there are. */
async function whatWaits(reads: Reads, sessions: readonly Session[]) {
  const waiting = new Map<string, { queue: number; questions: QuestionId[] }>();
  for (const { id, ended } of sessions) if (!ended) waiting.set(id, { queue: 0, questions: [] });
  const [only] = sessions.length === 1 ? sessions : [];
  for (const { parent, state } of await reads.messages({
    ...(only && { session: only.id as SessionId }),
    pending: true,
  })) {
    const one = waiting.get(parent ?? '');
    if (one !== undefined && state.kind === 'queued') one.queue += 1;
  }
  for (const { id, task } of await reads.questions({ ...(only && { task: only.task }), open: true }))
    waiting.get(task)?.questions.push(id);
  return waiting;
}

type AllKept = ReadonlyMap<RunId, Kept>;
type Program = Pick<Glimpse, 'lastOutput' | 'log' | 'degraded' | 'unseen'>;

async function programOf(ports: Ports, { spec, state, updatedAt }: Session, all: AllKept | null): Promise<Program> {
  const { machine, keeper } = ports;
  const listed = all?.get(spec.run) ?? null;
  // What has ended and was told of is in no list, but its transcript stays.
  const isPast = listed === null && all !== null && state.kind === 'ended';
  const kept = isPast ? await inTime(ports, keeper.find(spec.run)) : listed;
  const file = kept === null ? null : await machine.fileState(kept.files.output);
  const seen = { lastOutput: file?.changedAt ?? null, log: kept?.files.output ?? null };
  if (state.kind !== 'live') return { ...seen, degraded: null, unseen: null };
  const late = 'the keeper does not answer in time';
  // What this daemon itself has put on record is known; what it found there may be long past.
  if (all === null) return { ...seen, degraded: late, unseen: updatedAt < ports.started ? late : null };
  const unseen =
    kept === null ? 'the keeper does not know its program' : kept.ending !== null ? 'its program has ended' : null;
  if (unseen !== null || kept === null) return { ...seen, degraded: kept === null ? unseen : null, unseen };
  const stopped = kept.pid !== null && kept.ending === null && (await machine.isStopped(kept.pid));
  const full = kept.ending === null && kept.failure?.error_code === 'DISK_FULL';
  const why = stopped
    ? 'its process is stopped'
    : full
      ? 'the disk is full: it is held back until there is room'
      : null;
  return { ...seen, degraded: why, unseen: null };
}

/** null where it took longer or failed. */
async function inTime<T>({ clock }: Ports, work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const late = clock.wait(patienceMs, over.signal).then(() => null);
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    over.abort();
  }
}
