// The agents' suite on the scripted agent; in a terminal it is in the deep tests.
import { agentSuite } from './agent.suite.ts';
import { stageScripted } from './stage-scripted.ts';

for (const driver of ['plain', 'native', 'acp'] as const)
  agentSuite(`scripted x ${driver}`, () => stageScripted(driver));
