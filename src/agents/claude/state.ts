// What Claude Code keeps of its own: `~/.claude` and `~/.claude.json`, or all of it where CLAUDE_CONFIG_DIR says.
import { join } from 'node:path';
import type { AgentState, SettingsFile } from '../../ports/agent.ts';
import type { Environment } from '../drivers/plain/profile.ts';
import { asRecord, parseRecord } from '../json.ts';

/** It notes there what it did in every folder and writes it at each start; of other folders a run learns nothing. */
const global: SettingsFile = {
  path: '.claude.json',
  words: ['mcpServers', 'apiKeyHelper', 'env', 'hooks'],
  trim(text, cwd) {
    const read = parseRecord(text);
    if (read === null) return '{}';
    const { projects, history: _, ...rest } = read;
    const here = asRecord(projects)[cwd];
    return JSON.stringify({ ...rest, ...(here === undefined ? {} : { projects: { [cwd]: here } }) });
  },
};

const fresh = [
  'accessToken',
  'refreshToken',
  'expiresAt',
  'refreshTokenExpiresAt',
  'scopes.*',
  'subscriptionType',
  'rateLimitTier',
];

const folder = (at: string): AgentState => ({
  at,
  login: [{ path: '.credentials.json', fresh: fresh.map((name) => `claudeAiOauth.${name}`) }],
  settings: ['settings.json', 'settings.local.json', 'CLAUDE.md', 'remote-settings.json', 'policy-limits.json'].map(
    (path) => ({ path }),
  ),
  shown: ['agents', 'commands', 'hooks', 'output-styles', 'plugins', 'rules', 'skills', 'workflows'],
  makes: ['plugins/store'],
  kept: ['projects', 'file-history', 'plans', 'tasks', 'todos'],
  named: (conversation) => conversation,
});

export function claudeState(env: Environment): readonly AgentState[] {
  const own = env.CLAUDE_CONFIG_DIR;
  if (own) return [{ ...folder(own), settings: [...(folder(own).settings ?? []), global] }];
  const home = env.HOME ?? '';
  return [folder(join(home, '.claude')), { at: home, loose: true, settings: [global] }];
}
