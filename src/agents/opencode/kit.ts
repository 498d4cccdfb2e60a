// Every way to drive it.
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { opencodeAcp } from './acp.ts';
import { opencode as plain } from './profile.ts';

export const opencode = (): Kit => ({
  name: plain.name,
  agents: [createAcpAgent(opencodeAcp), createPlainAgent(plain)],
});
