// Every way to drive it.
import { createAcpAgent } from '../drivers/acp/acp.ts';
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native/native.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { scriptedAcp } from './acp.ts';
import { scriptedNative } from './native.ts';
import { scriptedProfile as plain, type ScriptedSettings } from './profile.ts';
import { scriptedTerminal } from './terminal.ts';

export const scripted = (settings: ScriptedSettings): Kit => ({
  name: 'scripted',
  plays: true,
  agents: [
    createNativeAgent(scriptedNative(settings)),
    createPlainAgent(plain(settings)),
    createAcpAgent(scriptedAcp(settings)),
    createTerminalAgent(scriptedTerminal(settings)),
  ],
});
