// Takes one message out of an inbox; it is never delivered.
import { failed } from '../domain/error.ts';
import { findMessage } from './list-inbox.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';
import { mustBeItsOwn } from './rights-of-agent.ts';
import { viewMessage } from './view-message.ts';
import { isDropped, withdraw } from './withdraw.ts';

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
