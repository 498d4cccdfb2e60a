// What the real programs are given besides a prompt: servers of tools, and the instructions that they read by themselves.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { McpServer } from '../../src/domain/task/settings/settings.ts';
import type { AgentSpec, Driver } from '../../src/ports/agent.ts';
import { openAcpStage } from '../agents/acp-stage.ts';
import { isPass } from '../agents/kept-short.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import type { Play } from '../fakes/model-server/play.ts';

const probe = (witness: string, env: readonly string[] = ['PROBE_WORD']): McpServer => ({
  name: 'probe',
  reach: {
    kind: 'program',
    argv: [process.execPath, new URL('../fakes/mcp-server/main.ts', import.meta.url).pathname, witness],
    env,
    reads: [],
  },
});

const files = [
  ...[
    'AGENTS.md',
    'CLAUDE.md',
    '.claude/CLAUDE.md',
    'GEMINI.md',
    'QWEN.md',
    '.cursorrules',
    '.github/copilot-instructions.md',
  ],
  ...['.windsurfrules', '.clinerules', 'CONVENTIONS.md'],
];

const folders: string[] = [];
const stages: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of stages.splice(0)) await each.close();
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
});

type Name = Parameters<typeof openAcpStage>[0];

/** One turn in a repository with these files; all that the model was sent. */
async function sentBy(
  name: Name,
  driver: Driver,
  there: readonly string[],
  more: Partial<AgentSpec> = {},
  plays: readonly Play[] | null = null,
) {
  const stage = await openAcpStage(name, driver);
  const folder = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'given-')));
  const place = { home: join(folder, 'home'), copy: join(folder, 'copy') };
  for (const each of [...Object.values(place), join(folder, 'own')]) mkdirSync(each);
  folders.push(folder);
  for (const path of there) {
    mkdirSync(dirname(join(place.copy, path)), { recursive: true });
    writeFileSync(join(place.copy, path), `The word of ${path} is <${path}>.\n`);
  }
  execFileSync('git', ['init', '-q'], { cwd: place.copy });
  writeFileSync(join(folder, 'prompt'), 'Say hello.');
  await stage.play([{ prompt: /hello/, say: 'Hello.' }], place);
  if (plays !== null) stage.model.play(plays);
  const keeper = createKeeperFake(join(folder, 'k'));
  stages.push(stage, keeper);
  const env = { ...stage.env(place, { login: true }), PROBE_WORD: 'rainbow' };
  const started = await stage.agent.start(keeper, {
    ...{ runId: runId(1), cwd: place.copy, promptFile: join(folder, 'prompt'), mode: 'write', resume: null },
    ...{ conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01', model: null, permissions: 'auto', once: true },
    ...{ fork: false, effort: null, args: [], columns: 120, rows: 40, folder: join(folder, 'own'), turns: 20 },
    ...{ deadlineMs: 240_000, quietMs: null, env, usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } },
    confine: async (program) => ok(program),
    ...more,
  });
  if (!started.ok) throw new Error(started.failure.message);
  const told = [];
  for await (const event of stage.agent.events(keeper, started.value, new AbortController().signal)) told.push(event);
  return { sent: stage.model.bodies.join('\n'), told, agent: stage.agent };
}

const ways: readonly (readonly [Name, Driver])[] = [
  ...([
    ['claude', 'native'],
    ['claude', 'plain'],
    ['claude', 'acp'],
  ] as const),
  ...([
    ['codex', 'native'],
    ['codex', 'plain'],
    ['codex', 'acp'],
  ] as const),
  ...([
    ['gemini', 'acp'],
    ['qwen', 'acp'],
    ['opencode', 'acp'],
    ['copilot', 'acp'],
  ] as const),
];

/** Agent, driver, and the name that the tool has there. */
const users = [
  ['claude', 'native', 'mcp__probe__weather_rainbow'],
  ['claude', 'plain', 'mcp__probe__weather_rainbow'],
  ['codex', 'native', 'mcp__probe/weather_rainbow'],
  ['codex', 'plain', 'mcp__probe/weather_rainbow'],
  ['gemini', 'acp', 'mcp_probe_weather_rainbow'],
  ['opencode', 'acp', 'probe_weather_rainbow'],
  ['copilot', 'acp', 'probe-weather_rainbow'],
] as const;

/** In one pass each agent reads its instructions through one driver; those that use such a tool below were given it. */
const isFirst = (name: Name, driver: Driver) => ways.find((way) => way[0] === name)?.[1] === driver;
const usesTool = (name: Name, driver: Driver) => users.some((user) => user[0] === name && user[1] === driver);

const given = (name: Name, driver: Driver) => !(isPass && usesTool(name, driver));
const reads = (name: Name, driver: Driver) => !isPass || isFirst(name, driver);

describe.each(ways.filter((way) => given(...way) || reads(...way)))('the real %s, %s', (name, driver) => {
  if (given(name, driver))
    it('is given a server of tools, which it starts with the variable that it needs and asks for its tools', async () => {
      const witness = join(mkdtempSync(join(process.env.HOME ?? '', 'witness-')), 'asked');
      const known = !(name === 'codex' && driver === 'acp');
      const { sent, told } = await sentBy(name, driver, [], { mcp: [probe(witness, known ? ['PROBE_WORD'] : [])] });
      const tool = known ? 'weather_rainbow' : 'weather_nowhere';
      expect(readFileSync(witness, 'utf8'), JSON.stringify(told).slice(-3000)).toContain(`tools/list ${tool}`);
      // Qwen Code tells its model of such tools once it looks for them.
      if (name !== 'qwen') expect(sent).toContain(tool);
    });

  if (reads(name, driver))
    it('reads the instructions that are said of it by itself, and no others', async () => {
      const { sent, agent } = await sentBy(name, driver, files);
      const read = files.filter((path) => sent.includes(`<${path}>`) || sent.includes(`\\u003c${path}`));
      expect(read).toEqual(files.filter((path) => agent.capabilities.instructions?.includes(path)));
    });
});

it('the real pi reads what is said of it', async () => {
  const { sent, agent } = await sentBy('pi', 'plain', files);
  expect(files.filter((path) => sent.includes(`<${path}>`))).toEqual(agent.capabilities.instructions);
});

it('the bridge of codex is not given a server that needs a variable, for it would not fill it in', async () => {
  const witness = join(mkdtempSync(join(process.env.HOME ?? '', 'witness-')), 'asked');
  await sentBy('codex', 'acp', [], { mcp: [probe(witness)] });
  expect(existsSync(witness)).toBe(false);
});

it.each(users)('the real %s, %s, working by itself uses such a tool without a question', async (name, driver, tool) => {
  const witness = join(mkdtempSync(join(process.env.HOME ?? '', 'witness-')), 'asked');
  const plays: readonly Play[] = [
    { when: { user: /hello/ }, times: 1, call: { name: tool, input: {} } },
    { when: {}, say: 'Hello.' },
  ];
  const { sent } = await sentBy(name, driver, [], { mcp: [probe(witness)] }, plays);
  expect(readFileSync(witness, 'utf8')).toContain('tools/call');
  expect(sent).toContain('It rains.');
});
