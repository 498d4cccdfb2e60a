// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { bridge, type Handshake, type OwnKit, serviceHosts } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native/native.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { asRecord } from '../json.ts';
import { codexAcp } from './acp.ts';
import { codexHeadless as plain } from './headless.ts';
import { codexNative } from './native.ts';
import { codexTerminal } from './terminal.ts';

const hello: Handshake = {
  argv: ['app-server'],
  say: { id: 1, method: 'initialize', params: { clientInfo: { name: 'drover', title: 'Drover', version: '1' } } },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
};

export const codex = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: [],
    protectedFiles: ['**/AGENTS.override.md', '**/.codex/**'],
    skillsFolder: { repository: '.codex/skills', home: '.codex/skills' },
    foreign: /^CODEX_(?:SANDBOX|THREAD_ID|SHELL)/,
    homes: ['.codex'],
  },
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
