// Every way to drive it.
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { piNative } from './native.ts';
import { pi as plain } from './profile.ts';
import { piTerminal } from './terminal.ts';

export const pi = (): Kit => ({
  name: plain.name,
  agents: [createPlainAgent(plain), createNativeAgent(piNative), createTerminalAgent(piTerminal())],
});
