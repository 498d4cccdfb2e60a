// OpenCode over the Agent Client Protocol.
import type { AcpProfile } from '../drivers/acp-profile.ts';
import { common } from './program.ts';

export const opencodeAcp: AcpProfile = {
  ...common,
  capabilities: {
    resume: true,
    fork: true,
    steer: false,
    readOnly: 'tools',
    permissions: true,
    usage: 'turn',
    money: false,
    limitTime: false,
    context: true,
    turnEnd: 'protocol',
    hooks: false,
    images: false,
  },
  args: ({ args }) => ['acp', ...args],
  model: 'protocol',
  graceMs: 4000,
};
