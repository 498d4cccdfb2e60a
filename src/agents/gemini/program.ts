// What is the same however Gemini CLI is driven.
import { join } from 'node:path';
import type { AgentSpec, AgentState } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';

/** Without a name it asks a router model before each prompt. As of gemini 0.61.0, November 2026. */
const usual = 'gemini-2.5-pro';
export const model = (spec: Pick<AgentSpec, 'model'>): string => spec.model ?? usual;

const settings = ['settings.json', 'GEMINI.md', '.env', 'trustedFolders.json', 'keybindings.json'];
/** Written by itself at each start. */
const notes = ['google_accounts.json', 'gemini-credentials.json', 'installation_id', 'state.json'];

export const geminiCommon = {
  name: 'gemini',
  passEnv: [
    'GEMINI_API_KEY',
    'GEMINI_CLI_HOME',
    'GOOGLE_API_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_GENAI_USE_GCA',
    'GOOGLE_GENAI_USE_VERTEXAI',
  ],
  dropEnv: /^(CLAUDECODE|GEMINI_CLI|SANDBOX|SEATBELT_PROFILE)$/,
  hint: 'npm install -g @google/gemini-cli',
  locate: (env: Environment) => findProgram('gemini', env),
  versionArgs: ['--version'],
  // One process instead of two, of which the first passes no signal on.
  env: (): Environment => ({ GEMINI_CLI_NO_RELAUNCH: 'true' }),
  state: (env: Environment): readonly AgentState[] => [
    {
      at: join(env.GEMINI_CLI_HOME || (env.HOME ?? ''), '.gemini'),
      login: [{ path: 'oauth_creds.json', fresh: ['access_token', 'refresh_token', 'id_token', 'expiry_date'] }],
      settings: [...settings.map((path) => ({ path })), ...notes.map((path) => ({ path, words: [] }))],
      shown: ['agents', 'commands', 'extensions', 'policies', 'skills'],
      kept: ['tmp', 'history'],
      // A file of its conversation bears the first eight letters.
      named: (conversation) => conversation.slice(0, 8),
    },
  ],
} as const;
