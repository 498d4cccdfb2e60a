// How a session ended, and what it did: its receipt is written; null while it goes on.

import { runId } from '../domain/ids.ts';
import type { Ending } from '../domain/run/ending.ts';
import { messageId, type SessionId, sessionId } from '../domain/session/ids.ts';
import { type Heir, mayHaveHeir } from '../domain/session/resume.ts';
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { agentOfSession } from '../ports/live-agent.ts';
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
  const isLost = ending.kind === 'lost' || ending.kind === 'cancelled';
  const heir = isLost && mayHaveHeir(session) ? await prepareHeir(ports, session) : null;
  return { kind: 'done', output: { ending, changed, ...(own && { own }), ...(heir && { heir }) } };
};

/** Numbers that nobody else has, and a secret that only its folder knows. null: its agent cannot go on with a conversation. */
async function prepareHeir(ports: EffectPorts, session: Session): Promise<Heir | null> {
  if (!agentOfSession(ports, session).capabilities.resume) return null;
  const { store, files, ids, sha256 } = ports;
  const [number, run, message] = await store.transact(
    async (tx) => [await tx.next('session'), await tx.next('run'), await tx.next('message')] as const,
  );
  const secret = ids.secret();
  await files.write(`runs/${runId(run)}/credential`, secret);
  return {
    ...{ session: sessionId(number), run: runId(run), message: messageId(message) },
    credential: sha256(secret),
  };
}
