// The programs behind the agents, and the first words of their protocols: those that cost nothing and leave nothing behind.
import { asRecord, asText, type Json } from '../json.ts';

export type Handshake = {
  readonly argv: readonly string[];
  readonly say: Json;
  /** The part of its answer whose form is compared; null: this line is no answer. */
  answer(line: Json): Json | null;
};

export type ProgramFacts = {
  readonly agent: string;
  /** It knows `--help`; else it would just start. */
  readonly helps: boolean;
  readonly handshake: Handshake;
};

const acp = (...argv: readonly string[]): Handshake => ({
  argv,
  say: {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    },
  },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
});

const streamJson = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];

const claude: Handshake = {
  argv: streamJson,
  say: { type: 'control_request', request_id: 'look', request: { subtype: 'initialize', hooks: {} } },
  answer: (line) => (line.type === 'control_response' ? asRecord(asRecord(line.response).response) : null),
};

const codex: Handshake = {
  argv: ['app-server'],
  say: { id: 1, method: 'initialize', params: { clientInfo: { name: 'drover', title: 'Drover', version: '1' } } },
  answer: (line) => (line.id === 1 && line.result !== undefined ? asRecord(line.result) : null),
};

const pi: Handshake = {
  argv: ['--mode', 'rpc'],
  say: { id: '1', type: 'get_state' },
  answer: (line) => (line.type === 'response' && asText(line.command) === 'get_state' ? asRecord(line.data) : null),
};

const own = (agent: string, handshake: Handshake): ProgramFacts => ({ agent, handshake, helps: true });
const bridge = (agent: string): ProgramFacts => ({ agent, handshake: acp(), helps: false });

/** By command; an agent's own program comes before its bridges. */
export const programs: Readonly<Record<string, ProgramFacts>> = {
  claude: own('claude', claude),
  'claude-agent-acp': bridge('claude'),
  codex: own('codex', codex),
  'codex-acp': bridge('codex'),
  gemini: own('gemini', acp('--acp')),
  qwen: own('qwen', acp('--acp')),
  opencode: own('opencode', acp('acp')),
  pi: own('pi', pi),
};
