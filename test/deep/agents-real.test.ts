// The agents' suite on the real programs, against a model on loopback; held by a real keeper, outside and inside the sandbox.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { installAgents } from '../agents/install.ts';
import type { Fault, Play } from '../fakes/model-server/play.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';
import { type AgentStage, agentSuite, type OpenKeeper, type Place, type Scene } from '../suites/agent.suite.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';

const faults: Readonly<Record<NonNullable<Scene['trouble']>, Fault>> = {
  status_401: { kind: 'status', status: 401 },
  status_429: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  status_500: { kind: 'status', status: 500 },
  cut: { kind: 'cut' },
  hang: { kind: 'hang' },
  no_login: { kind: 'status', status: 401 },
  silent_exit: { kind: 'garbage' },
};

/** A scene with a file is two answers: the tool call, then the text. */
function playsOf({ prompt, say, write, trouble }: Scene): readonly Play[] {
  if (trouble) return [{ when: { user: prompt }, fault: faults[trouble] }];
  if (!write) return [{ when: { user: prompt }, say: say ?? '' }, ...silence(say)];
  return [
    { when: { user: prompt }, shell: `printf %s '${write.text}' > '${write.path}'` },
    { when: { tool: /(?:)/ }, say: say ?? '' },
  ];
}

/** A program may ask once more when the model said nothing. */
const silence = (say: string | undefined): readonly Play[] => (say ? [] : [{ say: '' }]);

type Program_ = 'claude' | 'codex';

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
  for (const folder of ['.codex', 'tmp']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.codex', 'config.toml'), configure(server));
}

async function build(
  name: Program_,
  world: Pick<AgentStage, 'confine' | 'openKeeper' | 'ground'>,
): Promise<AgentStage> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  const agent = createAgents().get(name);
  if (agent === null) throw new Error(`no agent ${name}`);
  return {
    agent,
    readOnly: true,
    usage:
      name === 'claude'
        ? { inputTokens: 110, cachedTokens: 10, outputTokens: 20 }
        : { inputTokens: 100, cachedTokens: 10, outputTokens: 20 },
    ...world,
    async play(scenes, place) {
      settle(name, server, place);
      server.play(scenes.flatMap(playsOf));
    },
    env: (place, { login }) => envs[name](server, bin, place, login),
    heard: async () => server.requests.at(-1)?.users ?? [],
    async asked() {
      for (const deadline = Date.now() + 60_000; server.requests.length === 0 && Date.now() < deadline; )
        await wait(20);
      expect(server.requests.length).toBeGreaterThan(0);
    },
    close: () => server.close(),
  };
}

const person = (ground: string, place: Place) => ({
  home: place.home,
  stateFolder: join(ground, 'state'),
  node: process.execPath,
  path: process.env.PATH ?? '',
});

/** As a task's run is confined: a home of the task's own, in which the agent's state appears by links. */
function inSandbox(ground: string): NonNullable<AgentStage['confine']> {
  return (place) => async (program, state) => {
    const home = join(dirname(place.home), 'task-home');
    mkdirSync(home, { recursive: true });
    const there = state.filter((path) => existsSync(path));
    for (const path of there) {
      const link = join(home, path.slice(place.home.length + 1));
      if (!existsSync(link)) symlinkSync(path, link);
    }
    const touch = { writable: [program.cwd, ...there], readable: [], network: 'all', home } as const;
    return bubblewrap(person(ground, place)).confine(program, touch);
  };
}

/** The keeper as a process of its own. */
async function openKeeper(folder: string): Promise<OpenKeeper> {
  mkdirSync(folder);
  const { keeper, close } = await openKeeperRoom({ folder });
  return { keeper, close };
}

for (const name of ['claude', 'codex'] as const) agentSuite(`${name} x plain`, () => build(name, { openKeeper }));

describe('inside the sandbox', () => {
  const works = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', '--', 'true']).status === 0;
  // Inside, the temporary folder is /tmp: codex's home must lie elsewhere.
  let ground = '';
  beforeAll(() => {
    if (works) ground = mkdtempSync('/var/tmp/drover-agents-');
  });
  afterAll(() => rmSync(ground, { recursive: true, force: true }));
  if (works)
    for (const name of ['claude', 'codex'] as const)
      agentSuite(`${name} x plain, confined`, () => build(name, { openKeeper, ground, confine: inSandbox(ground) }));
  test('bubblewrap works on this machine, or this is no CI', (context) => {
    if (process.env.CI) expect(works).toBe(true);
    context.skip(!works, 'bubblewrap does not work here');
  });
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
