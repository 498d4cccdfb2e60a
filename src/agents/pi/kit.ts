// Every way to drive it.
import type { Kit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native.ts';
import { createPlainAgent } from '../drivers/plain.ts';
import type { Handshake } from '../drivers/presence.ts';
import { createTerminalAgent } from '../drivers/pty.ts';
import { asRecord, asText } from '../json.ts';
import { piNative } from './native.ts';
import { pi as plain } from './profile.ts';
import { piTerminal } from './terminal.ts';

const hello: Handshake = {
  argv: ['--mode', 'rpc'],
  say: { id: '1', type: 'get_state' },
  answer: (line) => (line.type === 'response' && asText(line.command) === 'get_state' ? asRecord(line.data) : null),
};

export const pi = (): Kit => ({
  name: plain.name,
  agents: [createPlainAgent(plain), createNativeAgent(piNative), createTerminalAgent(piTerminal())],
  programs: { pi: { helps: true, handshake: hello, quiet: { PI_OFFLINE: '1' } } },
});
