// A part of the agents' suite on the programs that speak the Agent Client Protocol for claude and codex.
import { openAcpStage } from '../agents/acp-stage.ts';
import { second } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

agentSuite(
  'claude x acp',
  () => openAcpStage('claude', 'acp', { usage: { inputTokens: 110, cachedTokens: 10, outputTokens: 20 } }),
  second,
);
agentSuite(
  'codex x acp',
  () => openAcpStage('codex', 'acp', { leaves: { kind: 'cancelled' }, refusalEnds: true }),
  second,
);
