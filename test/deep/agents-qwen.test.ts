// The agents' suite on the real qwen.
import { openAcpStage } from '../agents/acp-stage.ts';
import { second, whole } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

/** A request of its own for each turn is in it. */
const usage = { inputTokens: 200, cachedTokens: 20, outputTokens: 40 };

agentSuite('qwen x acp', () => openAcpStage('qwen', 'acp'), whole);
agentSuite('qwen x plain', () => openAcpStage('qwen', 'plain', { usage }), second);
