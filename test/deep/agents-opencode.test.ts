// Most of the agents' suite on the real opencode: each of its starts takes a processor for seconds.
import { openAcpStage } from '../agents/acp-stage.ts';
import { most, second } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

const conversation = /^ses_\w+$/;

agentSuite('opencode x acp', () => openAcpStage('opencode', 'acp', { conversation }), most);
agentSuite('opencode x plain', () => openAcpStage('opencode', 'plain', { conversation, namesLate: true }), second);
