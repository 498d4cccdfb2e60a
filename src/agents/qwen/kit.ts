// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { helloAcp } from '../drivers/presence.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { serviceHosts } from '../drivers/service-hosts.ts';
import { qwenAcp } from './acp.ts';
import { qwen as plain } from './profile.ts';
import { qwenTerminal } from './terminal.ts';

export const qwen = (): Kit => ({
  name: plain.name,
  hosts: serviceHosts(['*.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'], (env) =>
    plain.state(env).map(({ at }) => join(at, 'settings.json')),
  ),
  agents: [createAcpAgent(qwenAcp), createPlainAgent(plain), createTerminalAgent(qwenTerminal())],
  programs: { qwen: { helps: true, handshake: helloAcp('--acp') } },
});
