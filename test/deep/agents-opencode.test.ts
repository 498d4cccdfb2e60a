// The agents' suite on the real opencode.
import { openAcpStage } from '../agents/acp-stage.ts';
import { second, whole } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

const conversation = /^ses_\w+$/;

agentSuite('opencode x acp', () => openAcpStage('opencode', 'acp', { conversation }), whole);
agentSuite('opencode x plain', () => openAcpStage('opencode', 'plain', { conversation, namesLate: true }), second);
