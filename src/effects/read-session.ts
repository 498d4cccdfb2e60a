// How a session ended, and what it did: its receipt is written; null while it goes on.
import type { Ending } from '../domain/run/ending.ts';
import type { SessionId } from '../domain/session/ids.ts';
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { takeState } from './own-state.ts';
import { writeReceipt } from './session-receipt.ts';

export const readSession: EffectFunction<'read-session'> = async (ports, _input, { thing, signal }) => {
  const session = thing as Session;
  const kept = await ports.keeper.find(session.spec.run);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  const ending: Ending = kept?.ending ?? { kind: 'lost' };
  const changed = await writeReceipt(ports, session, ending, signal);
  if (session.spec.sandbox) await ports.doors.shut(session.id as SessionId);
  const { state } = session;
  const own = await takeState(ports, session.spec.run, state.kind === 'requested' ? null : state.conversation);
  return { kind: 'done', output: { ending, changed, ...(own && { own }) } };
};
