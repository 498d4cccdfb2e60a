// What is the same however pi is driven.
import { join } from 'node:path';
import type { AgentSpec, AgentState } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';

/** It asks for nothing, so the tools that only look are all there is where nothing may be written. */
export const toolsOf = ({ mode, permissions }: AgentSpec): readonly string[] =>
  mode === 'analysis' || permissions === 'read-only' ? ['--tools', 'read,grep,find,ls'] : [];

export function conversationOf({ resume, fork }: AgentSpec): readonly string[] {
  if (resume === null) return [];
  return [fork ? '--fork' : '--session', resume];
}

export const choicesOf = ({ model, effort }: AgentSpec): readonly string[] => [
  ...(model === null ? [] : ['--model', model]),
  ...(effort === null ? [] : ['--thinking', effort]),
];

const settings = ['settings.json', 'models.json', 'keybindings.json', 'AGENTS.md', 'SYSTEM.md', 'APPEND_SYSTEM.md'];

export const piCommon = {
  name: 'pi',
  passEnv: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_OAUTH_TOKEN',
    'DEEPSEEK_API_KEY',
    'GEMINI_API_KEY',
    'GROQ_API_KEY',
    'MISTRAL_API_KEY',
    'OPENAI_API_KEY',
    'OPENROUTER_API_KEY',
    'PI_CODING_AGENT_DIR',
    'XAI_API_KEY',
  ],
  dropEnv: /^(CLAUDECODE|PI_CODING_AGENT)$/,
  hint: 'npm install -g @mariozechner/pi-coding-agent',
  locate: (env: Environment) => findProgram('pi', env),
  versionArgs: ['--version'],
  // It looks for new versions of itself and for tools at each start.
  env: (): Environment => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  state: (env: Environment): readonly AgentState[] => [
    {
      at: env.PI_CODING_AGENT_DIR || join(env.HOME ?? '', '.pi/agent'),
      login: [{ path: 'auth.json', fresh: ['*.access', '*.refresh', '*.expires'] }],
      settings: settings.map((path) => ({ path })),
      shown: ['agents', 'bin', 'extensions', 'git', 'npm', 'prompts', 'skills', 'themes', 'tools'],
      kept: ['sessions'],
      named: (conversation) => conversation,
    },
  ],
} as const;
