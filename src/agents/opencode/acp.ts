// OpenCode over the Agent Client Protocol.
import { type AcpProfile, overAcp } from '../drivers/acp/profile.ts';
import { opencodeEdits } from './plugin/plugin-file.ts';
import { opencodeCommon } from './program.ts';

export const opencodeAcp: AcpProfile = {
  ...opencodeCommon,
  capabilities: {
    ...overAcp,
    effort: true,
    readOnly: 'tools',
    context: true,
    instructions: ['AGENTS.md'],
    edits: true,
  },
  tellsEdits: opencodeEdits,
  args: ({ args }) => ['acp', ...args],
  model: 'protocol',
  variables: 'inherited',
  graceMs: 4000,
};
