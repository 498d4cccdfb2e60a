// Messages that wait for a session; or one message, whatever became of it.

import type { MessageView } from '../../contract/session.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { failed } from '../../domain/error.ts';
import { type MessageThingId, messageId, type SessionId } from '../../domain/session/ids.ts';
import { type Message, type MessageSpec, type MessageState, mostPending } from '../../domain/session/message.ts';
import { newMessage } from '../../domain/session/new-message.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Reads, Transaction } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { mustBeItsOwn } from '../shared/authorize.ts';
import { commit, nameOf } from '../shared/request.ts';
import { firstLine } from '../task/list.ts';
import { awaitEnd } from '../task/notify.ts';
import { findSession, repositoryHere } from './find.ts';

const most = 1000;

export const listInbox: Command<'inbox.list'> = async ({ store, machine }, { session, message, all, cwd }) => {
  const repository = await repositoryHere(machine, cwd);
  return store.read(async (reads) => {
    if (message !== undefined) {
      const found = await findMessage(reads, message);
      return { session: found.session.spec.name, messages: [viewMessage(found.message, found.session.spec.name)] };
    }
    const found = await findSession(reads, { given: session, repository, past: true });
    const filter = { session: found.id as SessionId, limit: most };
    const messages = all
      ? await reads.messages(filter)
      : [...(await uncertainOf(reads, found)), ...(await reads.messages({ ...filter, pending: true }))];
    return { session: found.spec.name, messages: messages.map((each) => viewMessage(each, found.spec.name)) };
  });
};

/** Whose fate is not known, and after which none arrived: they may stand in the input line, and hold up what waits behind them. */
export async function uncertainOf(reads: Reads, session: Session): Promise<readonly Message[]> {
  const last = await reads.messages({ session: session.id as SessionId, last: mostPending });
  const past = last.filter(({ state }) => state.kind !== 'queued' && state.kind !== 'delivering');
  const arrived = past.findLastIndex(({ state }) => state.kind === 'delivered' || state.kind === 'turn_ended');
  return past.slice(arrived + 1).filter(({ state }) => state.kind === 'uncertain');
}

/** Throws `MESSAGE_NOT_FOUND`. */
export async function findMessage(reads: Reads, given: string): Promise<{ message: Message; session: Session }> {
  const thing = /^m\d+$/.test(given) ? await reads.thing(given as MessageThingId) : null;
  if (thing?.parent == null) throw failed('MESSAGE_NOT_FOUND', `There is no message ${given}.`, { message: given });
  return { message: ofKind(thing, 'message'), session: ofKind(await reads.thing(thing.parent), 'session') };
}

// Takes all messages out of an inbox; they are never delivered.

export const clearInbox: Command<'inbox.clear'> = async (ports, { session: given, cwd }, peer) => {
  const repository = await repositoryHere(ports.machine, cwd);
  const { session, messages } = await ports.store.read(async (reads) => {
    const found = await findSession(reads, { given, repository, past: true });
    await mustBeItsOwn(reads, peer, found, 'empty the inbox of');
    return { session: found, messages: await reads.messages({ session: found.id as SessionId, pending: true }) };
  });
  const ids = messages.map(({ id }) => id);
  const dropped = (await withdraw(ports, ids, nameOf(peer))).filter(isDropped);
  return { dropped: dropped.map((each) => viewMessage(each, session.spec.name)) };
};

// Takes one message out of an inbox; it is never delivered.

export const dropMessage: Command<'inbox.drop'> = async (ports, { message: given }, peer) => {
  const { message, session } = await ports.store.read(async (reads) => {
    const found = await findMessage(reads, given);
    if (found.message.spec.by !== nameOf(peer)) await mustBeItsOwn(reads, peer, found.session, 'empty the inbox of');
    return found;
  });
  const [now = message] = await withdraw(ports, [message.id], nameOf(peer));
  if (!isDropped(now))
    throw failed('DELIVERY_FAILED', `${message.id} cannot be dropped any more: it is ${now.state.kind}.`, {
      message: message.id,
      state: now.state.kind,
    });
  return { dropped: [viewMessage(now, session.spec.name)] };
};

// Messages taken out of their inbox before they were delivered.

/** Their rows say so well within this. */
const patienceMs = 5000;

/** As they are now: those that could not be taken out any more are not `dropped`. */
export async function withdraw(
  ports: CommandPorts,
  ids: readonly Message['id'][],
  by: string,
): Promise<readonly Message[]> {
  const told = await commit(ports, async (tx) => {
    const at = ports.clock.now();
    const queued: Message['id'][] = [];
    for (const id of ids) {
      const message = ofKind(await tx.thing(id), 'message');
      if (message.state.kind !== 'queued') continue;
      await tx.notify({ thing: id, at, by, kind: 'drop', body: null });
      await ports.queue.add(tx, [{ thing: id, at, host: message.host }]);
      queued.push(id);
    }
    return queued;
  });
  await Promise.all(told.map((id) => awaitEnd(ports, id, patienceMs, new AbortController().signal)));
  return ports.store.read(async (reads) => {
    const messages: Message[] = [];
    for (const id of ids) messages.push(ofKind(await reads.thing(id), 'message'));
    return messages;
  });
}

export const isDropped = ({ state }: Message): boolean => state.kind === 'dropped';

// A message of an inbox as it is told.

/** `session`: the name of the one it is for. */
export const viewMessage = ({ id, spec, state, createdAt }: Message, session: string): MessageView => ({
  id,
  session,
  state: state.kind,
  why: whyOf(state),
  text: firstLine(spec.text),
  bytes: Buffer.byteLength(spec.text),
  by: spec.by,
  at: createdAt,
  since: sinceOf(state, createdAt),
  expires_at: spec.expiresAt,
  turn: 'turn' in state ? state.turn : null,
  outcome: state.kind === 'turn_ended' ? state.outcome.kind : null,
});

function whyOf(state: MessageState): string {
  if ('why' in state) return state.why;
  return state.kind === 'dropped' ? `by ${state.by}` : '';
}

const sinceOf = (state: MessageState, createdAt: number): number =>
  'at' in state ? state.at : 'since' in state ? state.since : createdAt;

// A message is put into the inbox of a session, in the transaction that brings it about.

export async function putMessage(
  { clock, queue, host }: CommandPorts,
  tx: Transaction,
  session: Session,
  spec: MessageSpec,
): Promise<Message> {
  const at = clock.now();
  const message = newMessage(messageId(await tx.next('message')), session.id as SessionId, spec, host, at);
  await tx.insert(message);
  await tx.say(message.id, message.task, at, [{ kind: 'message_queued', data: { message: message.id, by: spec.by } }]);
  await queue.add(tx, [{ thing: message.id, at, host: session.host }]);
  return message;
}
