// An agent that takes half a minute to start on a machine that has much else to do has twice the time.
import type { Agent } from '../../src/ports/agent.ts';

export const patient = (agent: Agent): Agent => ({
  ...agent,
  start: (keeper, spec) => agent.start(keeper, { ...spec, deadlineMs: 2 * spec.deadlineMs }),
});
