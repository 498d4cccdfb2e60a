// Every way to drive it.
import type { Handshake, OwnKit } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native/native.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { asRecord, asText } from '../json.ts';
import { piHeadless as plain } from './headless.ts';
import { piNative } from './native.ts';
import { piTerminal } from './terminal.ts';

const hello: Handshake = {
  argv: ['--mode', 'rpc'],
  say: { id: '1', type: 'get_state' },
  answer: (line) => (line.type === 'response' && asText(line.command) === 'get_state' ? asRecord(line.data) : null),
};

export const pi = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: [],
    protectedFiles: ['.pi/**'],
    skillsFolder: null,
    foreign: /^PI_CODING_AGENT/,
    homes: ['.pi'],
  },
  agents: [createPlainAgent(plain), createNativeAgent(piNative), createTerminalAgent(piTerminal())],
  programs: { pi: { helps: true, handshake: hello, quiet: { PI_OFFLINE: '1' } } },
});
