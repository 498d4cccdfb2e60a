// Messages that wait for a session; or one message, whatever became of it.
import { failed } from '../domain/error.ts';
import type { MessageThingId, SessionId } from '../domain/session/ids.ts';
import { type Message, mostPending } from '../domain/session/message.ts';
import type { Session } from '../domain/session/session.ts';
import type { Reads } from '../ports/store.ts';
import { repositoryHere } from './find-repository.ts';
import { findSession } from './find-session.ts';
import type { Command } from './ports.ts';
import { viewMessage } from './view-message.ts';

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
  return { message: thing as Message, session: (await reads.thing(thing.parent)) as Session };
}
