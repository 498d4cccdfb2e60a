// The agents' suite on the real programs, against a model on loopback; held by a real keeper, outside and inside the sandbox.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { Driver } from '../../src/ports/agent.ts';
import { insideSandbox } from '../agents/in-sandbox.ts';
import { installAgents } from '../agents/install.ts';
import { confined, second, whole } from '../agents/kept-short.ts';
import type { Fault, Play } from '../fakes/model-server/play.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';
import { type AgentStage, agentSuite, type OpenKeeper, type Place, type Scene } from '../suites/agent.suite.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';

/** The end of a usage limit, in seconds as services tell it. */
const resetsAt = 1_900_000_000;

/** `slow` is no fault; a usage limit is told in each service's own way. */
const faults: Readonly<Record<Exclude<NonNullable<Scene['trouble']>, 'slow' | 'limit'>, Fault>> = {
  status_401: { kind: 'status', status: 401 },
  status_429: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  status_500: { kind: 'status', status: 500 },
  cut: { kind: 'cut' },
  hang: { kind: 'hang' },
  no_login: { kind: 'status', status: 401 },
  garbage: { kind: 'garbage' },
};

const limits: Readonly<Record<Program_, Fault>> = {
  claude: {
    kind: 'status',
    status: 429,
    headers: {
      'retry-after': '1',
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(resetsAt),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    },
  },
  codex: {
    kind: 'status',
    status: 429,
    body: { error: { type: 'usage_limit_reached', message: 'limit', plan_type: 'pro', resets_at: resetsAt } },
  },
  pi: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
};

/** A scene with a file is two answers: the tool call, then the text. */
function playsOf(name: Program_, { prompt, say, write, until, trouble }: Scene): readonly Play[] {
  if (trouble === 'slow') return [{ when: { user: prompt }, afterMs: 1000, say: say ?? '' }];
  if (trouble === 'limit') return [{ when: { user: prompt }, fault: limits[name] }];
  if (trouble) return [{ when: { user: prompt }, fault: faults[trouble] }];
  if (until !== undefined)
    return [
      { when: { user: prompt }, shell: `until [ -e '${until}' ]; do sleep 0.05; done` },
      { when: { tool: /(?:)/ }, say: say ?? '' },
    ];
  if (!write) return [{ when: { user: prompt }, say: say ?? '' }, ...silence(say)];
  return [
    { when: { user: prompt }, shell: `printf %s '${write.text}' > '${write.path}'` },
    { when: { tool: /(?:)/ }, say: say ?? '' },
  ];
}

/** A program may ask once more when the model said nothing. */
const silence = (say: string | undefined): readonly Play[] => (say ? [] : [{ say: '' }]);

type Program_ = 'claude' | 'codex' | 'pi';

/** codex tells it to the minute. */
const limitUntil: Readonly<Record<Program_, number | null>> = {
  claude: resetsAt * 1000,
  codex: Math.ceil(resetsAt / 60) * 60_000,
  pi: null,
};

const path = (bin: string) => [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
const mark = () => ({ DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' });

const envs: Readonly<
  Record<Program_, (server: ModelServer, bin: string, place: Place, login: boolean) => Record<string, string>>
> = {
  claude: (server, bin, { home }, login) => ({
    ...mark(),
    PATH: path(bin),
    HOME: home,
    LANG: 'C.UTF-8',
    ANTHROPIC_BASE_URL: server.url,
    CLAUDE_CODE_MAX_RETRIES: '1',
    CLAUDECODE: '1',
    ...(login ? { ANTHROPIC_API_KEY: 'sk-dummy' } : {}),
  }),
  // Codex makes no aliases of itself below the temporary folder, and its sandbox needs them.
  codex: (_server, bin, { home }, login) => ({
    ...mark(),
    PATH: path(bin),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    LANG: 'C.UTF-8',
    ...(login ? { MODEL_KEY: 'sk-dummy' } : {}),
  }),
  pi: (_server, bin, { home }, login) => ({
    ...mark(),
    PATH: path(bin),
    HOME: home,
    LANG: 'C.UTF-8',
    ...(login ? { MODEL_KEY: 'sk-dummy' } : {}),
  }),
};

const configure = (server: ModelServer) => `
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "${server.url}/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
`;

function settle(name: Program_, server: ModelServer, { home }: Place): void {
  if (name === 'claude') return;
  if (name === 'pi') settlePi(server, home);
  else settleCodex(server, home);
}

function settleCodex(server: ModelServer, home: string): void {
  for (const folder of ['.codex', 'tmp']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.codex', 'config.toml'), configure(server));
}

function settlePi(server: ModelServer, home: string): void {
  const folder = join(home, '.pi', 'agent');
  mkdirSync(folder, { recursive: true });
  const model = { id: 'mock-model', name: 'Mock', reasoning: false, input: ['text'], contextWindow: 100_000 };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const api = { baseUrl: `${server.url}/v1`, api: 'openai-completions', apiKey: 'MODEL_KEY' };
  const providers = { mock: { ...api, models: [{ ...model, cost, maxTokens: 8000 }] } };
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers }));
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ defaultProvider: 'mock', defaultModel: 'mock-model', retry: { maxRetries: 1, baseDelayMs: 100 } }),
  );
}

async function build(
  name: Program_,
  driver: Driver,
  world: Pick<AgentStage, 'confine' | 'openKeeper' | 'ground'>,
): Promise<AgentStage> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  let limited = false;
  const renew = () => {
    const agent = createAgents().get(name, driver);
    if (agent === null) throw new Error(`${name} has no driver ${driver}`);
    return agent;
  };
  return {
    agent: renew(),
    renew,
    limitUntil: limitUntil[name],
    readOnly: true,
    usage:
      name === 'claude'
        ? { inputTokens: 110, cachedTokens: 10, outputTokens: 20 }
        : { inputTokens: 100, cachedTokens: 10, outputTokens: 20 },
    ...world,
    async play(scenes, place) {
      settle(name, server, place);
      limited = scenes.some(({ trouble }) => trouble === 'limit');
      server.play(scenes.flatMap((scene) => playsOf(name, scene)));
    },
    env: (place, { login }) => ({
      ...envs[name](server, bin, place, login && !(limited && name === 'claude')),
      ...(limited && name === 'claude' ? { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' } : {}),
    }),
    heard: async () => server.requests.at(-1)?.users ?? [],
    async asked() {
      for (const deadline = Date.now() + 60_000; server.requests.length === 0 && Date.now() < deadline; )
        await wait(20);
      expect(server.requests.length).toBeGreaterThan(0);
    },
    close: () => server.close(),
  };
}

/** The keeper as a process of its own. */
async function openKeeper(folder: string): Promise<OpenKeeper> {
  mkdirSync(folder);
  const { keeper, close } = await openKeeperRoom({ folder });
  return { keeper, close };
}

for (const name of ['claude', 'codex', 'pi'] as const) {
  agentSuite(`${name} x native`, () => build(name, 'native', { openKeeper }), whole);
  agentSuite(`${name} x plain`, () => build(name, 'plain', { openKeeper }), second);
}

insideSandbox((inside) => {
  for (const name of ['claude', 'codex'] as const)
    for (const driver of ['plain', 'native'] as const)
      agentSuite(`${name} x ${driver}, confined`, () => build(name, driver, { openKeeper, ...inside() }), confined);
});

describe('installing the programs', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'install-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('two at once find the same programs', async () => {
    const [first, second] = await Promise.all([installAgents(), installAgents()]);
    expect(first).toEqual(second);
  });
});
