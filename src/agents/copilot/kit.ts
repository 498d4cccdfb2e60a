// The way to drive it.
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { helloAcp } from '../drivers/presence.ts';
import { copilotAcp } from './acp.ts';

const quiet = { COPILOT_AUTO_UPDATE: 'false', COPILOT_OFFLINE: 'true' };

export const copilot = (): Kit => ({
  name: copilotAcp.name,
  agents: [createAcpAgent(copilotAcp)],
  programs: { copilot: { helps: true, handshake: helloAcp('--acp'), quiet } },
});
