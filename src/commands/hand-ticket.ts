// The right to one session's terminal, with the key that this person leaves terminals with.
import type { Ticket } from '../contract/session.ts';
import type { RunId } from '../domain/ids.ts';
import type { Right } from '../ports/keeper.ts';
import type { CommandPorts } from './ports.ts';

/** A configuration that cannot be read keeps nobody from a terminal. */
export async function handTicket(
  { keeper, config }: Pick<CommandPorts, 'keeper' | 'config'>,
  run: RunId,
  right: Right,
): Promise<Ticket> {
  const ticket = await keeper.ticket(run, right);
  const read = await config.read();
  const key = read.ok ? read.value.detachKey : undefined;
  return { ...ticket, ...(key === undefined ? {} : { detach_key: key }) };
}
