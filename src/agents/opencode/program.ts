// What is the same however OpenCode is driven.
import { join } from 'node:path';
import type { AgentSpec, AgentState, Permissions, SettingsFile } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';

const looking = { read: 'allow', glob: 'allow', grep: 'allow', list: 'allow' };

/** Laid over a person's own rules. It has no modes: these rules alone say what it may do. */
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

/** It writes the address of their schema into them. */
const settings = ['opencode.json', 'opencode.jsonc', 'config.json', 'tui.json'];
/** What of them could run or reach something. */
const telling = [
  ...['plugin', 'mcp', 'permission', 'provider', 'agent', 'mode', 'command', 'instructions'],
  ...['lsp', 'formatter', 'tools', 'experimental', 'server', 'skills'],
];
const folders = [
  ...['agent', 'agents', 'command', 'commands', 'mode', 'modes', 'plugin', 'plugins'],
  ...['skill', 'skills', 'themes', 'tool', 'tools', 'node_modules'],
];

const packages = ['.gitignore', 'package.json', 'package-lock.json', 'bun.lock'];

/** Written by itself. */
const notes = (paths: readonly string[]): readonly SettingsFile[] => paths.map((path) => ({ path, words: [] }));

const config = [...settings.map((path) => ({ path, words: telling })), { path: 'AGENTS.md' }, ...notes(packages)];

export const opencodeCommon = {
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
  /** All conversations are in one database: a task has one of its own. */
  state: ({
    HOME = '',
    XDG_DATA_HOME,
    XDG_CONFIG_HOME,
    XDG_STATE_HOME,
    XDG_CACHE_HOME,
  }: Environment): readonly AgentState[] => [
    {
      at: folder(XDG_DATA_HOME, HOME, '.local/share'),
      login: [{ path: 'auth.json', fresh: ['*.access', '*.refresh', '*.expires'] }],
      shown: ['bin'],
      kept: ['.'],
    },
    { at: folder(XDG_CONFIG_HOME, HOME, '.config'), settings: config, shown: folders },
    { at: folder(XDG_STATE_HOME, HOME, '.local/state'), settings: notes(['model.json', 'kv.json']) },
    {
      at: folder(XDG_CACHE_HOME, HOME, '.cache'),
      settings: notes(['models.json', 'version', 'package.json', 'bun.lock']),
      shown: ['bin', 'node_modules', 'packages'],
    },
  ],
} as const;
