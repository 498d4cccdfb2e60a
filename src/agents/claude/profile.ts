// Claude Code in its headless form: `claude -p`, stream-JSON out, one process per turn.
import type { AgentSpec } from '../../ports/agent.ts';
import { findProgram } from '../drivers/find-program.ts';
import { onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { mcpArgs, toolsAllowed } from './mcp.ts';
import { type ClaudeState, claudeFold } from './reader.ts';
import { claudeState as state } from './state.ts';

/**
 * Writing: edits and commands run without a question; what is not on the list is refused, and so are writes to `.git/hooks` and `.claude`.
 * (Measured: `bypassPermissions` writes there too, and refuses to start as root.)
 * Analysis: the three reading tools are all there is, so not even a person's own `allow` rules can let it write; a tool that is missing is
 * told to the model as an error, nothing is asked. MCP servers are left out: their tools are unknown to us.
 */
const rights = {
  write: ['--permission-mode', 'acceptEdits'],
  analysis: ['--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob', '--strict-mcp-config'],
} as const;

function args(spec: AgentSpec): readonly string[] {
  const { mode, resume, conversation, model, effort, turns } = spec;
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...(resume === null ? ['--session-id', conversation] : ['--resume', resume]),
    ...rights[mode],
    ...(mode === 'write' ? toolsAllowed(spec) : []),
    ...mcpArgs(spec),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    ...['--max-turns', String(turns)],
  ];
}

export const claude: PlainProfile<ClaudeState> = {
  name: 'claude',
  capabilities: {
    ...onePerTurn,
    fork: false,
    readOnly: 'tools',
    money: true,
    limitTime: true,
    effort: true,
    mcp: true,
    instructions: ['CLAUDE.md', '.claude/CLAUDE.md'],
  },
  passEnv: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'ANTHROPIC_CUSTOM_HEADERS',
    'ANTHROPIC_MODEL',
    'ANTHROPIC_SMALL_FAST_MODEL',
    'CLAUDE_CODE_MAX_RETRIES',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CONFIG_DIR',
  ],
  dropEnv:
    /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|EXECPATH)|CLAUDE_AGENT_SDK_VERSION)$/,
  hint: 'npm install -g @anthropic-ai/claude-code',
  locate: (env) => findProgram('claude', env),
  versionArgs: ['--version'],
  args,
  // Ten retries, its default, are three minutes of a dead service; five are about half a minute.
  env: () => ({
    CLAUDE_CODE_MAX_RETRIES: '5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  state,
  fold: claudeFold,
};
