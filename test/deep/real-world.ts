// A whole Drover whose agents are the real programs, and a model on loopback behind them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TaskCreated, TaskLog } from '../../src/contract/task.ts';
import { installAgents } from '../agents/install.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';

export type RealName = 'claude' | 'codex';

export type RealWorld = World & {
  readonly model: ModelServer;
  readonly home: string;
  /** States a task and comes back with its id. */
  begin(text: string, ...flags: readonly string[]): Promise<string>;
  /** Everything told of the task, a line each. */
  told(task: string): Promise<string>;
  /** Further lines of the person's configuration. */
  configure(lines: string): void;
};

/** What a person has set up for Codex: a provider of their own. */
const codexConfig = (server: ModelServer, key: string) => `
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "${server.url}/v1"
env_key = "${key}"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
`;

/** For a person who uses both programs and has a secret that no agent needs. Below /var/tmp: inside the sandbox the temporary folder is /tmp, and Codex wants its home elsewhere. */
export async function openRealWorld({
  env = {},
  codexKey = 'MOCK_API_KEY',
  hunks = true,
  project,
}: {
  /** The demo's where absent. */
  readonly project?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** false: no part of a change is put back alone, for a test of what comes before. */
  readonly hunks?: boolean;
  /** Name of the variable with the key of the provider. */
  readonly codexKey?: string;
} = {}): Promise<RealWorld> {
  const { bin } = await installAgents();
  const model = await startModelServer();
  const world = await openWorld({
    ground: '/var/tmp',
    ...(project && { project }),
    env: {
      PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter),
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-dummy',
      CLAUDE_CODE_MAX_RETRIES: '1',
      [codexKey]: 'sk-dummy',
      GITHUB_TOKEN: 'a-secret-of-the-person',
      ...env,
    },
  });
  const home = world.env.HOME ?? '';
  furnishHome(home, codexConfig(model, codexKey));
  const configure = (lines: string) =>
    world.setConfig(
      `  codex: { pass_env: [MOCK_API_KEY] }\npolicy: hands-off\n${hunks ? '' : 'proof: { hunks: off }\n'}${lines}\n`,
    );
  configure('');
  return {
    ...world,
    model,
    home,
    configure,
    begin: async (text, ...flags) => (await world.must<TaskCreated>(['do', text, '-d', ...flags])).task,
    told: async (task) => (await world.must<TaskLog>(['task', 'log', task])).lines.map(({ text }) => text).join('\n'),
    async close() {
      await world.close();
      await model.close();
    },
  };
}

/** Both programs have been used here before. */
function furnishHome(home: string, codex: string): void {
  for (const folder of ['.claude', '.codex', '.ssh']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.ssh', 'id_ed25519'), 'a-key-of-the-person');
  writeFileSync(join(home, '.claude.json'), '{"hasCompletedOnboarding":true}');
  writeFileSync(join(home, '.codex', 'config.toml'), codex);
}
