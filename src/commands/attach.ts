// A ticket for a terminal: with it the command line talks to the keeper itself, and outlives the daemon.
import { failed } from '../domain/error.ts';
import { repositoryHere } from './find-repository.ts';
import { findSession } from './find-session.ts';
import { handTicket } from './hand-ticket.ts';
import { lookAtSession } from './look-at-sessions.ts';
import type { Command } from './ports.ts';

export const attach: Command<'session.attach'> = async (ports, { session: given, cwd, look }) => {
  const repository = await repositoryHere(ports.machine, cwd);
  const session = await ports.store.read((reads) => findSession(reads, { given, repository, past: false }));
  const { spec, state } = session;
  if (state.kind !== 'live')
    throw failed('NOT_READY', `${spec.name} is not there yet.`, { session: spec.name, hint: 'Try again in a moment.' });
  const right = look ? 'look' : 'type';
  return { session: await lookAtSession(ports, session), ticket: await handTicket(ports, spec.run, right), right };
};
