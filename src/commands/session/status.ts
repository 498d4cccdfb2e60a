// Sessions with what is seen of them right now. What does not answer at once is told as it was, and marked: nobody is held up by it.
import type { LastTurnView, SessionStateWord, SessionView } from '../../contract/session.ts';
import type { Spend } from '../../contract/task.ts';
import type { QuestionId, RunId } from '../../domain/ids.ts';
import type { TurnOutcome, Usage } from '../../domain/run/turn.ts';
import type { AgentStatus } from '../../domain/session/agent-status.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import type { LastTurn, Session } from '../../domain/session/session.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import type { Kept } from '../../ports/keeper.ts';
import type { Reads } from '../../ports/store.ts';
import type { CommandPorts } from '../ports.ts';
import { exitOfEnding, sayEnding } from '../shared/describe-ending.ts';
import { sayGoingOn } from '../task/in-hand/take-over.ts';
import { firstLine } from '../task/list.ts';

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
    over.abort('over');
  }
}

// A session as it is told: from its row, and from what was seen of its program.

/** What the row does not know. */
type Glimpse = {
  readonly queue: number;
  readonly questions: readonly string[];
  readonly lastOutput: number | null;
  readonly log: string | null;
  readonly degraded: string | null;
  /** Why nobody has seen its program: how its row says it stands is how it stood. Null where it was seen. */
  readonly unseen: string | null;
};

export const nothingSeen: Glimpse = {
  queue: 0,
  questions: [],
  lastOutput: null,
  log: null,
  degraded: null,
  unseen: null,
};

export function viewSession(session: Session, glimpse: Glimpse): SessionView {
  const { id, spec, state, createdAt } = session;
  const live = state.kind === 'live' ? state : null;
  const ended = state.kind === 'ended' ? state : null;
  const known = live ?? ended;
  return {
    id: spec.name,
    row: id,
    agent: spec.agent,
    driver: spec.driver,
    ...standingOf(state, createdAt),
    ...(live !== null && glimpse.unseen !== null && unseen(glimpse.unseen)),
    questions: glimpse.questions,
    queue: glimpse.queue,
    last_output: glimpse.lastOutput,
    usage: spendOfUsage(known?.usage ?? null),
    context: known?.context ?? null,
    turns: known?.turns ?? 0,
    turn:
      live?.turn == null
        ? null
        : { number: live.turn.number, message: live.turn.message, started_at: live.turn.startedAt },
    last: known?.last == null ? null : viewTurn(known.last),
    repository: spec.repository,
    cwd: spec.cwd,
    description: spec.description,
    permissions: spec.permissions,
    model: spec.model,
    sandbox: spec.sandbox,
    pid: live?.pid ?? null,
    run: spec.run,
    log: glimpse.log,
    conversation: known?.conversation ?? null,
    started_by: spec.startedBy,
    spawner_pane: spec.spawnerPane,
    created_at: createdAt,
    started_at: known?.startedAt ?? null,
    ended_at: ended?.endedAt ?? null,
    ending: ended === null ? '' : endingWords(ended),
    exit: ended === null ? null : ended.refused === null ? exitOfEnding(ended.ending) : 125,
    paused: live?.paused?.why ?? null,
    degraded: live === null ? null : glimpse.degraded,
    resume: sayGoingOn(session),
    meta: spec.meta,
  };
}

type Told = Pick<SessionView, 'state' | 'source' | 'since' | 'why' | 'limited_until'>;

function standingOf(state: Session['state'], createdAt: number): Told {
  switch (state.kind) {
    case 'requested':
      return { state: 'starting', source: 'process', since: createdAt, why: '', limited_until: null };
    case 'ended':
      return { state: 'ended', source: 'process', since: state.endedAt, why: endingWords(state), limited_until: null };
    case 'live': {
      const { standing, source, since } = state.stood;
      const until = standing.kind === 'limited' ? standing.until : null;
      return { state: standing.kind, source, since, why: whyOf(standing), limited_until: until };
    }
  }
}

/** Whoever is not seen is not told as ready. */
const unseen = (why: string): Partial<SessionView> => ({
  state: 'unknown',
  source: 'process',
  why,
  limited_until: null,
});

function whyOf(standing: AgentStatus): string {
  switch (standing.kind) {
    case 'asks':
      return firstLine(standing.asked.text);
    case 'unknown':
      return standing.why;
    default:
      return '';
  }
}

const endingWords = ({ refused, ending }: Extract<Session['state'], { kind: 'ended' }>): string =>
  refused === null ? sayEnding(ending) : `not started: ${refused}`;

export const viewTurn = ({ number, message, startedAt, endedAt, outcome, tools, idle }: LastTurn): LastTurnView => ({
  number,
  message,
  started_at: startedAt,
  ended_at: endedAt,
  outcome: outcome.kind,
  text: sayOutcome(outcome),
  tools,
  idle,
});

/** What it said, or why it failed; control sequences stripped. */
export function sayOutcome(outcome: TurnOutcome): string {
  if ('text' in outcome) return stripControl(outcome.text);
  if ('message' in outcome) return stripControl(outcome.message);
  return '';
}

export const spendOfUsage = (usage: Usage | null): Spend => ({
  input_tokens: usage?.inputTokens ?? 0,
  cached_tokens: usage?.cachedTokens ?? 0,
  output_tokens: usage?.outputTokens ?? 0,
  money: usage === null ? 0 : usage.money,
});

export const stateWord = (session: Session): SessionStateWord => standingOf(session.state, session.createdAt).state;
