// The agents' suite on the real copilot, which asks a model of its user's own.
import { openAcpStage } from '../agents/acp-stage.ts';
import { whole } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

agentSuite('copilot x acp', () => openAcpStage('copilot', 'acp'), whole);
