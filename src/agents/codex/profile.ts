// Codex in its headless form: `codex exec --json`, one process per turn.
import type { AgentSpec } from '../../ports/agent.ts';
import { findProgram } from '../drivers/find-program.ts';
import { type Environment, onePerTurn, type PlainProfile } from '../drivers/profile.ts';
import { mcpArgs } from './mcp.ts';
import { type CodexState, codexFold } from './reader.ts';
import { codexState as state } from './state.ts';

/**
 * Its own sandbox is always on; it nests in bubblewrap, for root where CAP_SETFCAP is left (measured). It needs a CODEX_HOME outside TMPDIR: else it makes no
 * aliases of itself, and every command in the sandbox fails. The network of commands is Drover's to decide, so it is not cut off here.
 */
const rights = {
  write: ['-s', 'workspace-write', '-c', 'sandbox_workspace_write.network_access=true'],
  analysis: ['-s', 'read-only'],
} as const;

/** There is no limit of turns. A fresh conversation's id is its own to choose. */
function args(spec: AgentSpec): readonly string[] {
  const { mode, resume, model, effort } = spec;
  return [
    'exec',
    ...rights[mode],
    ...(model === null ? [] : ['-m', model]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...mcpArgs(spec),
    ...(resume === null ? [] : ['resume']),
    ...['--json', '--skip-git-repo-check'],
    ...(resume === null ? [] : [resume]),
    '-',
  ];
}

export const codex: PlainProfile<CodexState> = {
  name: 'codex',
  capabilities: {
    ...onePerTurn,
    fork: false,
    usage: 'cumulative',
    limitTime: true,
    effort: true,
    mcp: true,
    instructions: ['AGENTS.md'],
  },
  passEnv: [
    'CODEX_API_KEY',
    'CODEX_HOME',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OPENAI_ORGANIZATION',
    'OPENAI_PROJECT',
  ],
  dropEnv: /^(CODEX_(SANDBOX.*|THREAD_ID|CI|INTERNAL_.*)|CLAUDECODE)$/,
  hint: 'npm install -g @openai/codex',
  locate: (env) => findProgram('codex', env),
  versionArgs: ['--version'],
  args,
  // By its own name: a home of the task may lie below the temporary folder.
  env: (_env, there): Environment => (there[0] === undefined ? {} : { CODEX_HOME: there[0] }),
  state,
  fold: codexFold,
};
