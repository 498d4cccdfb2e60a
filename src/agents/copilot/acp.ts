// GitHub Copilot CLI over the Agent Client Protocol.
import { join } from 'node:path';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { AgentSpec, Permissions } from '../../ports/agent.ts';
import { type AcpProfile, type Fault, overAcp } from '../drivers/acp/profile.ts';
import { mcpServers } from '../drivers/acp/setup.ts';
import { judgeWords } from '../drivers/judge-turn.ts';
import { findProgram } from '../drivers/launch.ts';
import { asRecord, asText, type Json } from '../json.ts';

/** It has modes, but none that only reads: what is not given to it cannot be used. */
const rights: Readonly<Record<Permissions, readonly string[]>> = {
  'read-only': ['--available-tools', 'view', 'grep', 'glob'],
  ask: [],
  auto: ['--allow-all-tools'],
  bypass: ['--allow-all'],
};

const rightsOf = ({ mode, permissions }: AgentSpec): readonly string[] =>
  rights[mode === 'analysis' ? 'read-only' : permissions];

const textOf = (update: Json) => asText(asRecord(update.content).text);

/** Told as if the model had said it. */
function fault(update: Json): Fault | null {
  const text = textOf(update);
  return /^Info: .*\bRetrying\.\.\.$/.test(text)
    ? { why: text.slice('Info: '.length), status: null, over: false }
    : null;
}

/** It tells a failed turn as an answered one, with its reason as the answer: then there is no usage beside it. */
function verdict(answer: string, result: Json): TurnOutcome | null {
  if (!answer.startsWith('Error: ')) return null;
  if (/^Error: No response was returned\./.test(answer)) return { kind: 'empty' };
  if (result.usage !== undefined) return null;
  const status = /\bHTTP (\d{3})\b|\bLast error: (\d{3})\b/.exec(answer)?.slice(1).find(Boolean);
  return judgeWords(answer.slice('Error: '.length), status === undefined ? undefined : Number(status));
}

const settings = [
  ...['settings.json', 'mcp-config.json', 'lsp-config.json', 'permissions-config.json'],
  'copilot-instructions.md',
];
/** It notes there what it did; what of it could run or reach something. */
const telling = ['hooks', 'mcpServers', 'trusted_folders', 'trustedFolders', 'allowedTools', 'allowed_urls'];

export const copilotAcp: AcpProfile = {
  name: 'copilot',
  capabilities: {
    ...overAcp,
    effort: true,
    fork: false,
    readOnly: 'tools',
    context: true,
    instructions: ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'],
  },
  passEnv: [
    'COPILOT_GH_HOST',
    'COPILOT_GITHUB_TOKEN',
    'COPILOT_HOME',
    'COPILOT_MODEL',
    'COPILOT_OFFLINE',
    'COPILOT_PROVIDER_API_KEY',
    'COPILOT_PROVIDER_BASE_URL',
    'COPILOT_PROVIDER_BEARER_TOKEN',
    'COPILOT_PROVIDER_MODEL_ID',
    'COPILOT_PROVIDER_TYPE',
    'COPILOT_PROVIDER_WIRE_API',
    'COPILOT_PROVIDER_WIRE_MODEL',
    'GH_HOST',
    'GH_TOKEN',
    'GITHUB_TOKEN',
  ],
  /** A person's own word for all permissions would win over what the run may. */
  dropEnv: /^(CLAUDECODE|COPILOT_ALLOW_ALL|COPILOT_ASSISTED_APPROVAL)$/,
  hint: 'npm install -g @github/copilot',
  locate: (env) => findProgram('copilot', env),
  versionArgs: ['--version'],
  args: (spec) => [
    ...['--acp', '--no-auto-update', '--no-ask-user'],
    ...(spec.model === null ? [] : ['--model', spec.model]),
    ...(spec.effort === null ? [] : ['--reasoning-effort', spec.effort]),
    ...(spec.mcp === undefined ? [] : ['--additional-mcp-config', mcpServers(spec.mcp)]),
    ...rightsOf(spec),
    ...spec.args,
  ],
  env: () => ({ COPILOT_AUTO_UPDATE: 'false' }),
  // Its login is a token that is not refreshed.
  state: (env) => [
    {
      at: env.COPILOT_HOME || join(env.HOME ?? '', '.copilot'),
      settings: [{ path: 'config.json', words: telling }, ...settings.map((path) => ({ path }))],
      shown: ['agents', 'hooks', 'installed-plugins', 'instructions', 'plugins', 'skills'],
      kept: ['session-state', 'history-session-state'],
      named: (conversation) => conversation,
    },
  ],
  model: 'argv',
  servers: 'argv',
  fault,
  opens: /^Error: /,
  verdict,
  graceMs: 4000,
};
