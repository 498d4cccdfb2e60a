// A message is put into the inbox of a session, in the transaction that brings it about.
import { messageId, type SessionId } from '../domain/session/ids.ts';
import type { Message, MessageSpec } from '../domain/session/message.ts';
import { newMessage } from '../domain/session/new-message.ts';
import type { Session } from '../domain/session/session.ts';
import type { Transaction } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';

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
