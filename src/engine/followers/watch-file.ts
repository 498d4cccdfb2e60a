// A file that a session wants to hear of: each change puts one message into its inbox.
import { drivenOf, type Stamp } from '../../domain/session/driven.ts';
import { messageId, type SessionId } from '../../domain/session/ids.ts';
import { mostPending } from '../../domain/session/message.ts';
import { newMessage } from '../../domain/session/new-message.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Transaction } from '../../ports/store.ts';
import type { Engine } from '../engine.ts';

/** Calls with how the file is, at once and whenever it has changed and been quiet for a second; the file need not exist. Ends with the signal. */
export type Watcher = (
  path: string,
  changed: (stamp: Stamp | null) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

export async function watchFor(engine: Engine, session: Session, watch: Watcher, signal: AbortSignal): Promise<void> {
  const path = session.spec.watchFile;
  if (path === null) return;
  const id = session.id as SessionId;
  // The first look after the start tells what there was; after a restart it tells what was missed.
  let first = session.state.kind === 'live' && session.state.driven?.watching !== true;
  const changed = async (stamp: Stamp | null) => {
    while (!(await engine.ports.store.transact((tx) => told(engine, tx, { id, path, first }, stamp))));
    first = false;
  };
  await watch(path, changed, signal).catch((error) =>
    engine.ports.log.warn('a file is not watched', { session: id, path, why: String(error) }),
  );
}

/** False where the row moved meanwhile. */
async function told(
  { ports: { queue, clock } }: Engine,
  tx: Transaction,
  { id, path, first }: { readonly id: SessionId; readonly path: string; readonly first: boolean },
  stamp: Stamp | null,
): Promise<boolean> {
  const session = await tx.thing(id);
  if (session === null || session.state.kind !== 'live') return true;
  const driven = drivenOf(session.state);
  const same = JSON.stringify(driven.watched) === JSON.stringify(stamp);
  if (same && driven.watching === true) return true;
  const at = clock.now();
  const state = { ...session.state, driven: { ...driven, watched: stamp, watching: true as const } };
  if (!(await tx.update(id, session.version, { state, ended: false, effects: session.effects, at }))) return false;
  if (first || same || stamp === null) return true;
  if ((await tx.messages({ session: id, pending: true })).length >= mostPending) return true;
  const spec = {
    text: `file-change-hook: read ${path}`,
    submit: true,
    force: false,
    steer: false,
    keys: false,
    relayed: false,
    by: 'file-change-hook',
    expiresAt: at + session.spec.inboxTtlMs,
  };
  const message = newMessage(messageId(await tx.next('message')), id, spec, session.host, at);
  await tx.insert(message);
  await tx.say(message.id, message.task, at, [{ kind: 'message_sent', data: { message: message.id, by: spec.by } }]);
  await queue.add(tx, [{ thing: message.id, at, host: session.host }]);
  return true;
}
