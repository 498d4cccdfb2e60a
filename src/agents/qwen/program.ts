// What is the same however Qwen Code is driven.
import { join } from 'node:path';
import type { AgentState } from '../../ports/agent.ts';
import { findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';

const settings = ['QWEN.md', '.env', 'trustedFolders.json', 'keybindings.json'];
/** It brings these up to date at each start; what of them could run or reach something. */
const telling = ['hooks', 'mcpServers', 'mcp', 'env', 'tools', 'permissions', 'modelProviders', 'advanced'];
/** Written by itself at each start. */
const notes = ['installation_id', 'output-language.md'];

export const qwenCommon = {
  name: 'qwen',
  passEnv: ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'QWEN_HOME', 'QWEN_MODEL'],
  dropEnv: /^(CLAUDECODE|QWEN_CODE|QWEN_CODE_SESSION_ID|SANDBOX)$/,
  hint: 'npm install -g @qwen-code/qwen-code',
  locate: (env: Environment) => findProgram('qwen', env),
  versionArgs: ['--version'],
  env: (): Environment => ({ QWEN_CODE_NO_RELAUNCH: 'true' }),
  state: (env: Environment): readonly AgentState[] => [
    {
      at: join(env.HOME ?? '', '.qwen'),
      login: [{ path: 'oauth_creds.json', fresh: ['access_token', 'refresh_token', 'expiry_date'] }],
      settings: [
        { path: 'settings.json', words: telling },
        ...settings.map((path) => ({ path })),
        ...notes.map((path) => ({ path, words: [] })),
      ],
      shown: ['agents', 'commands', 'extensions', 'hooks', 'skills'],
      makes: ['extensions/extension-enablement.json'],
      kept: ['projects', 'tmp', 'history'],
      named: (conversation) => conversation,
    },
  ],
} as const;
