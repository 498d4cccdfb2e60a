// Claude Code and Gemini CLI as users of Drover's own tools, configured as the guide says: they call one, and their model is given its reply.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaskList } from '../../src/contract/task.ts';
import type { WebLink } from '../../src/contract/web.ts';
import { environmentOf, furnish } from '../agents/furnish.ts';
import { installAgents } from '../agents/install.ts';
import { built } from '../e2e/built.ts';
import { ownDoor } from '../e2e/own-door.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { shopProject } from '../e2e/shop-project.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';

let world: SessionWorld;
let model: ModelServer;
let bin = '';
let base = '';
let home = '';

beforeAll(async () => {
  ({ bin } = await installAgents());
  world = await openSessionWorld({ config: 'policy: normal\n', project: shopProject, remote: 'shop' });
  model = await startModelServer();
  ownDoor(world);
  [base = ''] = (await world.must<WebLink>(['web'])).url.split('/sign-in');
  home = join(world.folder, 'agents-home');
  mkdirSync(join(home, 'tmp'), { recursive: true });
});
afterAll(async () => {
  await model.close();
  await world.close();
});

const token = () => readFileSync(join(world.state, 'http.token'), 'utf8').trim();
const bearer = () => ({ Authorization: `Bearer ${token()}` });
const byProgram = () => ({ command: process.execPath, args: [built('cli'), 'mcp'], env: world.env });

type User = {
  /** As it calls the tool. */
  readonly tool: string;
  readonly ways: Readonly<Record<'stdio' | 'http', () => object>>;
  run(server: object): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> };
};

const users: Readonly<Record<'claude' | 'gemini', User>> = {
  claude: {
    tool: 'mcp__drover__task_create',
    ways: { stdio: byProgram, http: () => ({ type: 'http', url: `${base}/mcp`, headers: bearer() }) },
    run(server) {
      const file = join(home, 'mcp.json');
      writeFileSync(file, JSON.stringify({ mcpServers: { drover: server } }));
      const flags = ['--mcp-config', file, '--strict-mcp-config', '--allowedTools', 'mcp__drover'];
      const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
      const env = { PATH, HOME: home, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-dummy' };
      return { argv: ['claude', '-p', 'Say hello.', ...flags], env };
    },
  },
  gemini: {
    tool: 'mcp_drover_task_create',
    ways: { stdio: byProgram, http: () => ({ httpUrl: `${base}/mcp`, headers: bearer() }) },
    run(server) {
      furnish('gemini', model.url, home);
      const file = join(home, '.gemini/settings.json');
      const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...settings, mcpServers: { drover: { ...server, trust: true } } }));
      const env = { ...environmentOf('gemini', model.url, bin, home), GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      return { argv: ['gemini', '--prompt', 'Say hello.', '--approval-mode', 'yolo'], env };
    },
  },
};

const run = (argv: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve) => {
    const [file = '', ...words] = argv;
    const options = { cwd: world.checkout, env: { ...env }, timeout: 200_000, maxBuffer: 2 ** 24 };
    const child = execFile(join(bin, file), words, options, (error, out, err) => resolve(`${out}${err}${error ?? ''}`));
    child.stdin?.end();
  });

it.each([
  ['claude', 'stdio'],
  ['claude', 'http'],
  ['gemini', 'stdio'],
  ['gemini', 'http'],
] as const)(
  'the real %s calls a tool of ours by %s, and its model hears the reply',
  async (name, way) => {
    const { tool, ways, run: words } = users[name];
    const text = `the total is wrong, says ${name} by ${way}`;
    model.play([
      {
        when: { user: /hello/ },
        times: 1,
        call: { name: tool, input: { text, agent: 'scripted', cwd: world.checkout } },
      },
      { when: {}, say: 'Hello.' },
    ]);
    const { argv, env } = words(ways[way]());
    const said = await run(argv, env);
    const { tasks } = await world.must<TaskList>(['task', 'list', '--all']);
    const made = tasks.find((task) => task.text === text);
    expect(made, said.slice(-3000)).toBeDefined();
    expect(model.bodies.join('\n')).toContain(made?.id);
  },
  240_000,
);
