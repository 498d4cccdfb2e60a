// Brings what a session's agent does onto its row: how it stands, its turns, what it asks, what it uses. Each fact is told once.
import { type AnyThing, ifKind } from '../../domain/any-thing.ts';
import { judgePermission } from '../../domain/permission/judge-permission.ts';
import type { AgentQuestion } from '../../domain/session/agent-question.ts';
import { drivenOf, isUnheard } from '../../domain/session/driven.ts';
import type { SessionId } from '../../domain/session/ids.ts';
import { beginObserving, type Observed, type Recorded } from '../../domain/session/observe.ts';
import { isAskedIn } from '../../domain/session/permission-question.ts';
import { type Reconciled, reconcile } from '../../domain/session/reconcile.ts';
import type { Session, SessionLive } from '../../domain/session/session.ts';
import { liveSessionAgent } from '../../ports/live-agent.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Engine } from '../engine.ts';
import { wakeInbox } from '../wake-inbox.ts';
import { endTurns } from './end-turns.ts';
import { listen } from './listen.ts';
import type { Begun } from './recorder.ts';
import { type Watcher, watchFor } from './watch-file.ts';

export async function followSession(
  engine: Engine,
  session: Session,
  watch: Watcher | null,
  signal: AbortSignal,
): Promise<void> {
  const { store } = engine.ports;
  const id = session.id as SessionId;
  const of = liveSessionAgent(engine.ports, session);
  const begin = async (): Promise<Begun | null> => {
    const state = liveState(await store.read((reads) => reads.thing(id)));
    if (state === null || drivenOf(state).followed) return null;
    const replayed = of.agent.driver !== 'pty';
    return { seen: beginObserving(state, replayed), again: replayed && !isUnheard(state) };
  };
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const watching = watch === null ? null : watchFor(engine, session, watch, either);
  try {
    await listen(engine, of, begin, (seen) => record(engine, id, seen), signal);
  } finally {
    over.abort();
    await watching;
  }
}

const liveState = (thing: AnyThing | null): SessionLive | null => {
  const session = ifKind(thing, 'session');
  return session !== null && !session.ended && session.state.kind === 'live' ? session.state : null;
};

/** Looked at first: most of what an agent says changes nothing. */
async function record(engine: Engine, id: SessionId, seen: Observed): Promise<Recorded | null> {
  const { store } = engine.ports;
  const before = await store.read((reads) => compare(engine, reads, id, seen));
  if (before === null || before.change === null) return before === null ? null : recordedOf(before.state);
  for (;;) {
    const after = await store.transact((tx) => write(engine, tx, id, seen));
    if (after !== 'moved') return after;
  }
}

const recordedOf = (state: SessionLive): Recorded => ({
  turns: state.turns,
  limit: drivenOf(state).limit?.until ?? null,
});

type Compared = { readonly session: Session; readonly state: SessionLive; readonly change: Reconciled | null };

async function compare({ ports }: Engine, reads: Reads, id: SessionId, seen: Observed): Promise<Compared | null> {
  const session = await reads.thing(id);
  const state = liveState(session);
  if (session === null || state === null) return null;
  const { permissions, allow, deny, repository } = session.spec;
  const allowed = seen.asks.length === 0 ? [] : await reads.permissions(repository);
  const remembered = [...state.remembered, ...allowed.map(({ pattern }) => pattern)];
  const judge = (asked: AgentQuestion) => judgePermission({ permissions, allow, deny, remembered }, asked);
  return { session, state, change: reconcile(state, seen, { now: ports.clock.now(), judge, sha256: ports.sha256 }) };
}

async function write(
  engine: Engine,
  tx: Transaction,
  id: SessionId,
  seen: Observed,
): Promise<Recorded | null | 'moved'> {
  const { queue, clock } = engine.ports;
  const compared = await compare(engine, tx, id, seen);
  if (compared === null || compared.change === null) return compared === null ? null : recordedOf(compared.state);
  const { session, change } = compared;
  const at = clock.now();
  const { state } = change;
  if (!(await tx.update(id, session.version, { state, ended: false, effects: session.effects, at }))) return 'moved';
  await tx.say(id, session.task, at, change.said);
  await endTurns(queue, tx, id, change.ended, at);
  await closeGone(tx, session, state, change.gone, at);
  await queue.add(tx, [{ thing: id, at, host: session.host }]);
  await wakeInbox(queue, tx, session, at);
  return recordedOf(state);
}

/** A question of which nothing is open any more is closed: an answer that comes later is told so. */
async function closeGone(
  tx: Transaction,
  { id }: Session,
  state: SessionLive,
  gone: readonly number[],
  at: Parameters<Transaction['touch']>[1],
): Promise<void> {
  if (gone.length === 0) return;
  const { asks } = drivenOf(state);
  for (const question of (await tx.view(id))?.questions ?? [])
    if (
      question.state.kind === 'open' &&
      question.kind === 'permission' &&
      !asks.some((ask) => isAskedIn(question, ask))
    )
      await tx.closeQuestion(question.id, 'the agent does not ask it any more', at);
}
