// Asks an agent to leave in its own way, or has the keeper end it; the ending comes as a notice.
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { liveSessionAgent } from '../ports/live-agent.ts';

export const endSession: EffectFunction<'end-session'> = async (ports, { now }, { thing }) => {
  const { agent, live } = liveSessionAgent(ports, thing as Session);
  if (now) await ports.keeper.end(live.runId, 'cancelled');
  else await agent.end(ports.keeper, live);
  return { kind: 'done', output: {} };
};
