// Attaches with a ticket alone, for a terminal that talks to the keeper itself.
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Ticket } from '../../ports/keeper.ts';
import { readOutput } from '../journal/read-output.ts';

/** Output from byte `from` on until the ending. The ticket is used up. Throws `Failed(UNAUTHORIZED | KEEPER_UNREACHABLE)`. */
export async function* attachTicket(
  ticket: Ticket,
  runId: RunId,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const part of readOutput({ ...ticket, path: ticket.socket }, runId, from, signal)) {
    if (part.kind === 'end') return;
    if (part.kind === 'cut') throw failed('KEEPER_UNREACHABLE', 'The connection to the keeper broke.');
    yield part.bytes;
  }
}
