// Whose a feature is where nobody says it: the caller's session, else the process that called, so that many who prove nothing are told apart.
import { nameOf } from './name-of.ts';
import type { CommandPorts, Peer } from './ports.ts';

/** A person by their terminal where they have one; anybody else by what lasts of those who called. */
export async function ownerOfFeature({ machine }: Pick<CommandPorts, 'machine'>, peer: Peer): Promise<string> {
  const name = nameOf(peer);
  if (peer.pid === null || name.startsWith('session:')) return name;
  const lasting =
    (await machine.ownerOf(peer.pid)) ?? (peer.person.kind === 'person' ? null : await machine.parentOf(peer.pid));
  return lasting === null ? name : `${name} ${lasting.pid}@${lasting.startedAt}`;
}
