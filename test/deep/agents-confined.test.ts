// What of the agents' suite must hold inside bubblewrap, on the programs that have no whole suite there: a prompt, a tool, a resume, a permission; a tool alone
// through further drivers.
import { openAcpStage } from '../agents/acp-stage.ts';
import { insideSandbox } from '../agents/in-sandbox.ts';
import { confined, confinedBriefly } from '../agents/kept-short.ts';
import { agentSuite } from '../suites/agent.suite.ts';

const mounts = [
  ['gemini', 'acp', confined],
  ['gemini', 'plain', confinedBriefly],
  ['qwen', 'acp', confined],
  ['qwen', 'plain', confinedBriefly],
  ['opencode', 'acp', confined],
  ['opencode', 'plain', confinedBriefly],
  ['pi', 'native', confined],
  ['pi', 'plain', confinedBriefly],
  ['copilot', 'acp', confined],
  ['claude', 'acp', confinedBriefly],
  ['codex', 'acp', confinedBriefly],
] as const;

const named = { opencode: { conversation: /^ses_\w+$/ } };
/** How it ends when it was asked to leave. */
const leaving = { codex: { leaves: { kind: 'cancelled' } as const } };

insideSandbox((inside) => {
  for (const [name, driver, only] of mounts) {
    const more = name === 'opencode' ? named.opencode : name === 'codex' ? leaving.codex : {};
    agentSuite(`${name} x ${driver}, confined`, () => openAcpStage(name, driver, { ...more, ...inside() }), only);
  }
});
