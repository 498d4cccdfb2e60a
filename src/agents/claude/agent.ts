// Every way to drive it.
import { join } from 'node:path';
import { createAcpAgent } from '../drivers/acp/acp.ts';
import { bridge, type Handshake, type OwnKit, serviceHosts } from '../drivers/kit.ts';
import { createNativeAgent } from '../drivers/native/native.ts';
import { createPlainAgent } from '../drivers/plain/plain.ts';
import { createTerminalAgent } from '../drivers/pty/pty.ts';
import { hookProgram } from '../hook/hook-program.ts';
import { asRecord } from '../json.ts';
import { claudeAcp } from './acp.ts';
import { claudeHeadless as plain } from './headless.ts';
import { claudeNative } from './native.ts';
import { claudeTerminal } from './terminal.ts';

const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };

const hello: Handshake = {
  argv: ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  say: { type: 'control_request', request_id: 'look', request: { subtype: 'initialize', hooks: {} } },
  answer: (line) => (line.type === 'control_response' ? asRecord(asRecord(line.response).response) : null),
};

export const claude = (): OwnKit => ({
  name: plain.name,
  footprint: {
    instructionFiles: ['CLAUDE.md', '.claude/CLAUDE.md'],
    protectedFiles: ['**/CLAUDE.md', '**/CLAUDE.local.md', '**/.claude/**'],
    skillsFolder: { repository: '.claude/skills', home: '.claude/skills' },
    foreign: /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION))$/,
    homes: ['.claude', '.claude.json'],
  },
  hosts: serviceHosts(
    [
      'api.anthropic.com',
      'platform.claude.com',
      'console.anthropic.com',
      'claude.ai',
      '*.amazonaws.com',
      '*.googleapis.com',
    ],
    (env) => plain.state(env).map(({ at }) => join(at, 'settings.json')),
  ),
  agents: [
    createNativeAgent(claudeNative),
    createPlainAgent(plain),
    createAcpAgent(claudeAcp),
    createTerminalAgent(claudeTerminal(hookProgram())),
  ],
  programs: { claude: { helps: true, handshake: hello, quiet }, 'claude-agent-acp': bridge(quiet) },
});
