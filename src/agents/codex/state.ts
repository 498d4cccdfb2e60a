// What Codex keeps of its own, in CODEX_HOME. Its databases are made anew from the conversations.
import { join } from 'node:path';
import type { AgentState } from '../../ports/agent.ts';
import type { Environment } from '../drivers/plain/profile.ts';

const settings = ['config.toml', 'hooks.json', 'AGENTS.md', 'AGENTS.override.md'];
/** Written by itself at each start. */
const notes = ['installation_id', 'internal_storage.json', 'models_cache.json', 'version.json', '.sandbox_migration'];

export const codexState = (env: Environment): readonly AgentState[] => [
  {
    at: env.CODEX_HOME || join(env.HOME ?? '', '.codex'),
    login: [
      {
        path: 'auth.json',
        fresh: ['tokens.id_token', 'tokens.access_token', 'tokens.refresh_token', 'last_refresh'],
      },
    ],
    settings: [...settings.map((path) => ({ path })), ...notes.map((path) => ({ path, words: [] }))],
    shown: ['agents', 'hooks', 'plugins', 'prompts', 'rules', 'skills', 'themes'],
    makes: ['skills/.system'],
    kept: ['sessions', 'archived_sessions'],
    named: (conversation) => conversation,
  },
];
