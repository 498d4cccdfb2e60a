// The agents' suite on the real gemini.
import { openAcpStage } from '../agents/acp-stage.ts';
import { second, whole } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

agentSuite(
  'gemini x acp',
  () => openAcpStage('gemini', 'acp', { usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 20 } }),
  whole,
);
agentSuite('gemini x plain', () => openAcpStage('gemini', 'plain'), second);
