// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { bridge, type Handshake } from '../drivers/presence.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { serviceHosts } from '../drivers/service-hosts.ts';
import { asRecord } from '../json.ts';
import { codexAcp } from './acp.ts';
import { codexNative } from './native.ts';
import { codex as plain } from './profile.ts';
import { codexTerminal } from './terminal.ts';

const hello: Handshake = {
  argv: ['app-server'],
  say: { id: 1, method: 'initialize', params: { clientInfo: { name: 'drover', title: 'Drover', version: '1' } } },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
};

export const codex = (): Kit => ({
  name: plain.name,
  hosts: serviceHosts(['api.openai.com', 'auth.openai.com', 'chatgpt.com', '*.chatgpt.com'], (env) =>
    plain.state(env).map(({ at }) => join(at, 'config.toml')),
  ),
  agents: [
    createNativeAgent(codexNative),
    createPlainAgent(plain),
    createAcpAgent(codexAcp),
    createTerminalAgent(codexTerminal()),
  ],
  programs: { codex: { helps: true, handshake: hello }, 'codex-acp': bridge() },
});
