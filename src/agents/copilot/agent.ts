// The way to drive it.
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { helloAcp, type OwnKit } from '../drivers/kit.ts';
import { copilotAcp } from './acp.ts';

/** It stays offline only where there is another place for models: nobody is asked there. */
const quiet = {
  COPILOT_AUTO_UPDATE: 'false',
  COPILOT_OFFLINE: 'true',
  COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1/v1',
  COPILOT_MODEL: 'none',
};

export const copilot = (): OwnKit => ({
  name: copilotAcp.name,
  footprint: {
    instructionFiles: ['.github/copilot-instructions.md'],
    protectedFiles: ['.github/copilot-instructions.md'],
    skillsFolder: null,
    foreign: null,
    homes: ['.copilot'],
  },
  agents: [createAcpAgent(copilotAcp)],
  programs: { copilot: { helps: true, handshake: helloAcp('--acp'), quiet } },
});
