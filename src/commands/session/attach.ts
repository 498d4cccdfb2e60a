// A ticket for a terminal: with it the command line talks to the keeper itself, and outlives the daemon.

import type { Ticket } from '../../contract/session.ts';
import { defined } from '../../domain/defined.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Right } from '../../ports/keeper.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { findSession, repositoryHere } from './find.ts';
import { lookAtSession } from './status.ts';

export const attach: Command<'session.attach'> = async (ports, { session: given, cwd, look }) => {
  const repository = await repositoryHere(ports.machine, cwd);
  const session = await ports.store.read((reads) => findSession(reads, { given, repository, past: false }));
  const { spec, state } = session;
  if (state.kind !== 'live')
    throw failed('NOT_READY', `${spec.name} is not there yet.`, { session: spec.name, hint: 'Try again in a moment.' });
  const right = look ? 'look' : 'type';
  return { session: await lookAtSession(ports, session), ticket: await handTicket(ports, spec.run, right), right };
};

// The right to one session's terminal, with the key that this person leaves terminals with.

/** A configuration that cannot be read keeps nobody from a terminal. */
export async function handTicket(
  { keeper, config }: Pick<CommandPorts, 'keeper' | 'config'>,
  run: RunId,
  right: Right,
): Promise<Ticket> {
  const ticket = await keeper.ticket(run, right);
  const read = await config.read();
  const key = read.ok ? read.value.detachKey : undefined;
  return { ...ticket, ...defined({ detach_key: key }) };
}
