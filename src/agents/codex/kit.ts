// Every way to drive it.
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { codexAcp } from './acp.ts';
import { codexNative } from './native.ts';
import { codex as plain } from './profile.ts';
import { codexTerminal } from './terminal.ts';

export const codex = (): Kit => ({
  name: plain.name,
  agents: [
    createNativeAgent(codexNative),
    createPlainAgent(plain),
    createAcpAgent(codexAcp),
    createTerminalAgent(codexTerminal()),
  ],
});
