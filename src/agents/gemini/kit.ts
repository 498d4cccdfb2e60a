// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { helloAcp } from '../drivers/presence.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { serviceHosts } from '../drivers/service-hosts.ts';
import { geminiAcp } from './acp.ts';
import { gemini as plain } from './profile.ts';
import { geminiTerminal } from './terminal.ts';

export const gemini = (): Kit => ({
  name: plain.name,
  hosts: serviceHosts(['*.googleapis.com', 'accounts.google.com'], (env) =>
    plain.state(env).map(({ at }) => join(at, 'settings.json')),
  ),
  agents: [createAcpAgent(geminiAcp), createPlainAgent(plain), createTerminalAgent(geminiTerminal())],
  programs: { gemini: { helps: true, handshake: helloAcp('--acp'), quiet: { GEMINI_CLI_NO_RELAUNCH: 'true' } } },
});
