// Gemini overwrites a conversation that it loads within the minute in which it was begun: its file is named by the minute.
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent } from '../../src/ports/agent.ts';

/** Goes on with conversations in the next minute only. */
export function inItsTime(agent: Agent): Agent {
  if (agent.name !== 'gemini' || agent.driver !== 'acp') return agent;
  return {
    ...agent,
    async start(keeper, spec) {
      if (spec.resume !== null) await wait(60_500 - (Date.now() % 60_000));
      return agent.start(keeper, spec);
    },
  };
}
