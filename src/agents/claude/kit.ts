// Every way to drive it.
import { createAcpAgent } from '../drivers/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { hookProgram } from '../hook/hook-program.ts';
import { claudeAcp } from './acp.ts';
import { claudeNative } from './native.ts';
import { claude as plain } from './profile.ts';
import { claudeTerminal } from './terminal.ts';

export const claude = (): Kit => ({
  name: plain.name,
  agents: [
    createNativeAgent(claudeNative),
    createPlainAgent(plain),
    createAcpAgent(claudeAcp),
    createTerminalAgent(claudeTerminal(hookProgram())),
  ],
});
