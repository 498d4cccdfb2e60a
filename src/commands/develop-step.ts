// The step `develop` of a task driven by hand. A person who wants it is not asked whether the plan is right; for anybody else policy says.
import { agentOfStep } from './agent-of-step.ts';
import { beginStep } from './begin-step.ts';
import { nameOfBranch } from './name-of-branch.ts';
import type { Command } from './ports.ts';

export const developStep: Command<'step.develop'> = async (ports, input, peer) => {
  const branch = nameOfBranch(input.branch);
  const agent = await agentOfStep(ports, input, 'develop');
  const agreed = peer.person.kind === 'person';
  const { plan = null, more: words = null } = input;
  return beginStep(ports, input, { step: 'develop', agent, plan, branch, words, agreed }, peer);
};
