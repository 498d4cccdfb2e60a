// A stage of the agents' suite on a real program over the Agent Client Protocol, and on those that are furnished through any driver; against a model on loopback.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { Driver } from '../../src/ports/agent.ts';
import type { Fault, Play } from '../fakes/model-server/play.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';
import type { AgentStage, OpenKeeper, Place, Scene } from '../suites/agent.suite.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';
import { environmentOf, type Furnished, furnish } from './furnish.ts';
import { inItsTime } from './in-its-time.ts';
import { installAgents } from './install.ts';

type Name = Furnished | 'claude' | 'codex';

/** They retry for minutes, but a service that says when is believed; to the millisecond by those who know this header. */
const soon = { 'retry-after': '1', 'retry-after-ms': '20' };

const faults: Readonly<Record<Exclude<NonNullable<Scene['trouble']>, 'slow'>, Fault>> = {
  status_401: { kind: 'status', status: 401 },
  status_429: { kind: 'status', status: 429, headers: soon },
  status_500: { kind: 'status', status: 500, headers: soon },
  limit: { kind: 'status', status: 429, headers: soon },
  cut: { kind: 'cut' },
  hang: { kind: 'hang' },
  no_login: { kind: 'status', status: 401 },
  garbage: { kind: 'garbage' },
};

/** Qwen believes it of 429 and 503 alone. */
const unavailable: Fault = { kind: 'status', status: 503, headers: soon };
const faultOf = (name: Name, trouble: keyof typeof faults): Fault =>
  name === 'qwen' && trouble === 'status_500' ? unavailable : faults[trouble];

/** A scene with a tool is two answers: the call, then the text. Codex asks for what its sandbox would refuse. */
function playsOf(name: Name, { prompt, say = '', write, until, trouble }: Scene): readonly Play[] {
  const when = { user: prompt };
  if (trouble === 'slow') return [{ when, say, afterMs: 1000 }];
  if (trouble) return [{ when, fault: faultOf(name, trouble) }];
  const shell = write ? `printf %s '${write.text}' > '${write.path}'` : waitFor(until);
  if (shell === null) return say ? [{ when, say }] : [{ when, say }, { say }];
  const call = { name: 'exec_command', input: { cmd: shell, sandbox_permissions: 'require_escalated' } };
  return [name === 'codex' && write ? { when, call } : { when, shell }, { when: { tool: /(?:)/ }, say }];
}

const waitFor = (file: string | undefined) =>
  file === undefined ? null : `until [ -e '${file}' ]; do sleep 0.05; done`;

const bridged = {
  claude: (url: string) => ({ ANTHROPIC_BASE_URL: url, CLAUDE_CODE_MAX_RETRIES: '1', ANTHROPIC_API_KEY: 'sk-dummy' }),
  codex: () => ({ MODEL_KEY: 'sk-dummy' }),
};

const codexSettings = (url: string) => `
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
`;

function settle(name: Name, url: string, { home }: Place): void {
  mkdirSync(join(home, 'tmp'), { recursive: true });
  if (name !== 'claude' && name !== 'codex') furnish(name, url, home);
  if (name !== 'codex') return;
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(join(home, '.codex', 'config.toml'), codexSettings(url));
}

function envOf(name: Name, url: string, bin: string, { home }: Place): Record<string, string> {
  if (name !== 'claude' && name !== 'codex') return environmentOf(name, url, bin, home);
  return {
    DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '',
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    LANG: 'C.UTF-8',
    ...bridged[name](url),
  };
}

const keys = ['ANTHROPIC_API_KEY', 'MODEL_KEY', 'GEMINI_API_KEY', 'OPENAI_API_KEY', 'COPILOT_PROVIDER_API_KEY'];

const withoutLogin = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => !keys.includes(key)));

async function openKeeper(folder: string): Promise<OpenKeeper> {
  mkdirSync(folder);
  const { keeper, close } = await openKeeperRoom({ folder });
  return { keeper, close };
}

export async function openAcpStage(
  name: Name,
  driver: Driver,
  more: Partial<AgentStage> = {},
): Promise<AgentStage & { readonly model: ModelServer }> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  const renew = () => {
    const agent = createAgents().get(name, driver);
    if (agent === null) throw new Error(`${name} has no driver ${driver}`);
    return inItsTime(agent);
  };
  return {
    ...{ agent: renew(), renew, openKeeper, readOnly: true, limitUntil: null },
    usage: { inputTokens: 100, cachedTokens: 10, outputTokens: 20 },
    async play(scenes, place) {
      settle(name, server.url, place);
      server.play(scenes.flatMap((scene) => playsOf(name, scene)));
    },
    env(place, { login }) {
      const env = { ...envOf(name, server.url, bin, place), CLAUDECODE: '1' };
      return login ? env : withoutLogin(env);
    },
    heard: async () => server.requests.at(-1)?.users ?? [],
    asked: () => expect.poll(() => server.requests.length, { timeout: 180_000 }).toBeGreaterThan(0),
    model: server,
    close: () => server.close(),
    ...more,
  };
}
