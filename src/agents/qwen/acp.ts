// Qwen Code over the Agent Client Protocol.
import { wordsOf } from '../drivers/acp/outcome.ts';
import { type AcpProfile, overAcp } from '../drivers/acp/profile.ts';
import { mcpServers } from '../drivers/acp/setup.ts';
import { qwenCommon } from './program.ts';
import { qwenEdits } from './system-settings.ts';

/** Its own mode `auto` asks a model about every tool call: `yolo` is what works alone. */
export const qwenAcp: AcpProfile = {
  ...qwenCommon,
  capabilities: { ...overAcp, fork: false, instructions: ['AGENTS.md', 'QWEN.md'], edits: true },
  tellsEdits: qwenEdits,
  args: ({ model, mcp, args }) => [
    '--acp',
    ...(model === null ? [] : ['-m', model]),
    ...(mcp === undefined ? [] : ['--mcp-config', mcpServers(mcp, 'inherited')]),
    ...args,
  ],
  servers: 'argv',
  modes: { 'read-only': 'plan', ask: 'default', auto: 'yolo', bypass: 'yolo' },
  model: 'argv',
  judge: (error) => (/empty response/i.test(wordsOf(error)) ? { kind: 'empty' } : null),
  graceMs: 4000,
};
