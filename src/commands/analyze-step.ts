// The step `analyze` of a task driven by hand.

import { agentOfStep } from './agent-of-step.ts';
import { beginStep } from './begin-step.ts';
import type { Command } from './ports.ts';

export const analyzeStep: Command<'step.analyze'> = async (ports, input, peer) => {
  const agent = await agentOfStep(ports, input, 'analyze');
  return beginStep(ports, input, { step: 'analyze', agent, words: input.more ?? null }, peer);
};
