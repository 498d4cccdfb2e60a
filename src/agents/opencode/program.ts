// What is the same however OpenCode is driven.
import { join } from 'node:path';
import type { AgentSpec, Permissions } from '../../ports/agent.ts';
import { findProgram } from '../drivers/find-program.ts';
import type { Environment } from '../drivers/profile.ts';

const looking = { read: 'allow', glob: 'allow', grep: 'allow', list: 'allow' };

/** Laid over a person's own rules. It has no modes: what it may is all there is. */
const rules: Readonly<Record<Permissions, object>> = {
  'read-only': { '*': 'deny', ...looking },
  ask: { '*': 'ask', ...looking },
  auto: {},
  bypass: { '*': 'allow' },
};

const permissions = ({ mode, permissions: wanted }: AgentSpec): Permissions =>
  mode === 'analysis' ? 'read-only' : wanted;

const folder = (given: string | undefined, home: string, usual: string): string =>
  join(given || join(home, usual), 'opencode');

export const common = {
  name: 'opencode',
  passEnv: [
    'ANTHROPIC_API_KEY',
    'GEMINI_API_KEY',
    'OPENAI_API_KEY',
    'OPENCODE_API_KEY',
    'OPENCODE_CONFIG',
    'OPENCODE_CONFIG_CONTENT',
    'OPENCODE_DISABLE_MODELS_FETCH',
    'OPENROUTER_API_KEY',
  ],
  /** A person's own word for permissions would win over what the run may. */
  dropEnv: /^(CLAUDECODE|OPENCODE|OPENCODE_(PERMISSION|PID|SERVER_.*))$/,
  hint: 'npm install -g opencode-ai',
  locate: (env: Environment) => findProgram('opencode', env),
  versionArgs: ['--version'],
  env: (_env: Environment, _there: readonly string[], spec: AgentSpec): Environment => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_PERMISSION: JSON.stringify(rules[permissions(spec)]),
  }),
  state: ({ HOME = '', XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME }: Environment) => [
    folder(XDG_DATA_HOME, HOME, '.local/share'),
    folder(XDG_CONFIG_HOME, HOME, '.config'),
    folder(XDG_STATE_HOME, HOME, '.local/state'),
    folder(XDG_CACHE_HOME, HOME, '.cache'),
  ],
} as const;
