// The conversation that is to be gone on with: an agent's own id, or that of a session or run of ours.
import { failed } from '../domain/error.ts';
import type { Run } from '../domain/run/run.ts';
import type { SessionId } from '../domain/session/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { CommandPorts } from './ports.ts';

/** Throws `RESUME_NOT_FOUND` where what it names never had one. Ids of the agent's own are handed on. */
export async function conversationOf({ store }: Pick<CommandPorts, 'store'>, given: string): Promise<string> {
  if (!/^[rs]\d+$/.test(given)) return given;
  const thing = await store.read((reads) => reads.thing(given as SessionId));
  const conversation =
    thing === null ? null : given.startsWith('s') ? ofSession(thing as Session) : ofRun(thing as Run);
  if (conversation === null)
    throw failed('RESUME_NOT_FOUND', `${given} has no conversation to go on with.`, { resume: given });
  return conversation;
}

const ofSession = ({ state }: Session): string | null => (state.kind === 'requested' ? null : state.conversation);

const ofRun = ({ state }: Run): string | null =>
  state.kind === 'ended' && state.result.kind === 'turn' ? state.result.turn.conversation : null;
