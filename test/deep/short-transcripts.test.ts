// The agents' suite on the scripted agent, whose transcript is cut all the time.
import { createAcpAgent } from '../../src/agents/drivers/acp.ts';
import { createNativeAgent } from '../../src/agents/drivers/native.ts';
import { scriptedAcp } from '../../src/agents/scripted/acp.ts';
import { scriptedNative } from '../../src/agents/scripted/native.ts';
import { agentSuite } from '../suites/agent.suite.ts';
import { stageScripted } from '../suites/stage-scripted.ts';

// Its transcript is cut all the time, and whoever reads begins at a bookmark: after each line one is left.
const short = { keepBytes: 1500, bookmarkBytes: 1 };
const long =
  /again gives|a tool call|in a new process|usage is of|HX-|given three times|two who read|thrown away|permission|question|asked no more|interrupt|busy agent|killed|read again|SIGKILL/;
agentSuite(
  'scripted x native, with a short transcript',
  () => stageScripted('native', (settings) => createNativeAgent(scriptedNative(settings), short)),
  long,
);
agentSuite(
  'scripted x acp, with a short transcript',
  () => stageScripted('acp', (settings) => createAcpAgent(scriptedAcp(settings), short)),
  long,
);
