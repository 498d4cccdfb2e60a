// Ends the turn under way; the agent stays where it can.
import type { Run } from '../domain/run/run.ts';
import { usageBefore } from '../domain/run/usage-before.ts';
import type { Session } from '../domain/session/session.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { type LiveAgent, liveRunAgent, liveSessionAgent } from '../ports/live-agent.ts';

export const interruptAgent: EffectFunction<'interrupt-agent'> = async (ports, _input, { thing }) => {
  const found = await agentToInterrupt(ports, thing);
  if (found !== null) await found.agent.interrupt(ports.keeper, found.live);
  return { kind: 'done', output: {} };
};

async function agentToInterrupt(ports: EffectPorts, thing: Thing): Promise<LiveAgent | null> {
  if (thing.kind === 'session') return liveSessionAgent(ports, thing as Session);
  const run = thing as Run;
  const { purpose } = run.spec;
  const runs = (await ports.store.read((reads) => reads.things({ kind: 'run', task: run.task }))) as readonly Run[];
  const [agent, resume] = purpose.kind === 'agent' ? [purpose.agent, purpose.resume] : ['', null];
  return liveRunAgent(ports, run, usageBefore(runs, agent, resume));
}
