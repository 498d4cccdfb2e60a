// Ends the turn under way; the agent stays where it can.
import type { Session } from '../domain/session/session.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { liveSessionAgent } from '../ports/live-agent.ts';

export const interruptAgent: EffectFunction<'interrupt-agent'> = async (ports, _input, { thing }) => {
  const { agent, live } = liveSessionAgent(ports, thing as Session);
  await agent.interrupt(ports.keeper, live);
  return { kind: 'done', output: {} };
};
