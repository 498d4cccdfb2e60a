// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { helloAcp, type OwnKit, serviceHosts } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { qwenAcp } from './acp.ts';
import { qwenHeadless as plain } from './headless.ts';
import { qwenTerminal } from './terminal.ts';

export const qwen = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: ['QWEN.md'],
    protectedFiles: ['**/QWEN.md', '**/.qwen/**'],
    skillsFolder: null,
    foreign: /^QWEN_CODE$/,
    homes: ['.qwen'],
  },
  hosts: serviceHosts(['*.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'], (env) =>
    plain.state(env).map(({ at }) => join(at, 'settings.json')),
  ),
  agents: [createAcpAgent(qwenAcp), createPlainAgent(plain), createTerminalAgent(qwenTerminal())],
  programs: { qwen: { helps: true, handshake: helloAcp('--acp') } },
});
