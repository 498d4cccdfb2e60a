// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { helloAcp, type OwnKit, serviceHosts } from '../drivers/kit.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { geminiAcp } from './acp.ts';
import { geminiHeadless as plain } from './headless.ts';
import { geminiTerminal } from './terminal.ts';

export const gemini = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: ['GEMINI.md'],
    protectedFiles: ['**/GEMINI.md', '**/.gemini/**'],
    skillsFolder: { repository: '.gemini/skills', home: '.gemini/skills' },
    foreign: /^GEMINI_CLI$/,
    homes: ['.gemini'],
  },
  hosts: serviceHosts(['*.googleapis.com', 'accounts.google.com'], (env) =>
    plain.state(env).map(({ at }) => join(at, 'settings.json')),
  ),
  agents: [createAcpAgent(geminiAcp), createPlainAgent(plain), createTerminalAgent(geminiTerminal())],
  programs: { gemini: { helps: true, handshake: helloAcp('--acp'), quiet: { GEMINI_CLI_NO_RELAUNCH: 'true' } } },
});
