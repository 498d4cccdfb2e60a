// Takes all messages out of an inbox; they are never delivered.
import type { SessionId } from '../domain/session/ids.ts';
import { repositoryHere } from './find-repository.ts';
import { findSession } from './find-session.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';
import { mustBeItsOwn } from './rights-of-agent.ts';
import { viewMessage } from './view-message.ts';
import { isDropped, withdraw } from './withdraw.ts';

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
