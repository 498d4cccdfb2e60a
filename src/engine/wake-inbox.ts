// Messages do not look at one another: whoever moves a session, or leaves its inbox, wakes the one whose turn it may be.
import type { Instant } from '../domain/ids.ts';
import type { SessionId } from '../domain/session/ids.ts';
import type { SessionState } from '../domain/session/session.ts';
import type { Thing } from '../domain/thing.ts';
import type { Queue } from '../ports/queue.ts';
import type { Transaction } from '../ports/store.ts';

/** `thing` is what moved in this transaction; of other kinds than these nothing is done. */
export async function wakeInbox(queue: Queue, tx: Transaction, thing: Thing, now: Instant): Promise<void> {
  if (thing.kind !== 'session' && thing.kind !== 'message') return;
  const id = (thing.kind === 'session' ? thing.id : thing.parent) as SessionId;
  const session = await tx.thing(id);
  if (session === null) return;
  const over = session.state.kind === 'ended';
  if (over && thing.kind === 'message') return;
  if (over) await tx.closeQuestions(id, 'the session ended', now);
  if (!over && !mayTake(session.state)) return;
  const found = await tx.messages(over ? { session: id, ended: false } : { session: id, pending: true, limit: 1 });
  const wakes = found
    .filter((message) => message.id !== thing.id)
    .map((message) => ({ thing: message.id, at: now, host: message.host }));
  if (wakes.length > 0) await queue.add(tx, wakes);
}

const mayTake = (state: SessionState): boolean =>
  state.kind === 'live' && state.stood.standing.kind === 'ready' && state.turn === null && state.paused === null;
