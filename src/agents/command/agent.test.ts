import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeeperFake } from '../../../test/fakes/keeper.ts';
import { ofTests } from '../../../test/fakes/of-tests.ts';
import { ok } from '../../domain/error.ts';
import { runId } from '../../domain/ids.ts';
import { foldTurn } from '../../domain/run/fold-turn.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { Agent, AgentSpec } from '../../ports/agent.ts';
import { createAgents } from '../registry.ts';

let folder: string;
let keeper: ReturnType<typeof createKeeperFake>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'));
  mkdirSync(join(folder, 'copy'));
  keeper = createKeeperFake(join(folder, 'k'));
});
afterEach(async () => {
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

const specOf = (more: Partial<AgentSpec> = {}): AgentSpec => ({
  runId: runId(1),
  cwd: join(folder, 'copy'),
  promptFile: join(folder, 'prompt'),
  mode: 'write',
  permissions: 'auto',
  once: true,
  resume: null,
  fork: false,
  conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01',
  model: null,
  effort: null,
  args: [],
  turns: 5,
  deadlineMs: 60_000,
  quietMs: null,
  columns: 80,
  rows: 24,
  env: { PATH: process.env.PATH ?? '', CLAUDECODE: '1', ...ofTests() },
  folder,
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  confine: async (program) => ok(program),
  ...more,
});

async function run(agent: Agent | null, prompt: string, more: Partial<AgentSpec> = {}) {
  writeFileSync(join(folder, 'prompt'), prompt);
  const started = await agent?.start(keeper, specOf(more));
  if (!agent || !started?.ok) throw new Error('not started');
  const all: AgentEvent[] = [];
  for await (const one of agent.events(keeper, started.value, new AbortController().signal)) all.push(one);
  return { all, outcome: foldTurn(all).outcome };
}

const named = (argv: readonly string[]) => createAgents({ configured: { mine: { command: argv } } }).get('mine');
const sh = (script: string, ...words: string[]) => named(['sh', '-c', script, 'sh', ...words]);

test('a prompt of any form reaches the program by its file, and what it writes is the answer', async () => {
  const prompt = `"double" 'single' $HOME \`tick\`\n{cwd}`;
  const { all, outcome } = await run(sh('cat "$1"', '{prompt_file}'), prompt);
  expect(outcome).toEqual({ kind: 'answered', text: prompt });
  expect(all.slice(-2).map(({ kind }) => kind)).toEqual(['turn_ended', 'ended']);
});

test('without the word for the file the prompt is on stdin', async () => {
  expect((await run(sh('cat'), 'hello')).outcome).toEqual({ kind: 'answered', text: 'hello' });
});

test('an answer of many parts is whole, though each part is lent', async () => {
  const text = Array.from({ length: 40_000 }, (_, number) => `line ${number}`).join('\n');
  const { outcome } = await run(sh('cat'), text);
  expect(outcome.kind === 'answered' && outcome.text === text).toBe(true);
});

test('folder and model are filled in, a missing model with nothing', async () => {
  const agent = sh('printf "%s|%s" "$1" "$2"', '{cwd}', 'm={model}');
  expect((await run(agent, 'x')).outcome).toEqual({ kind: 'answered', text: `${join(folder, 'copy')}|m=` });
  const other = await run(agent, 'x', { runId: runId(2), model: 'large' });
  expect(other.outcome).toEqual({ kind: 'answered', text: `${join(folder, 'copy')}|m=large` });
});

test('an exit code that is not 0 is no answer, and says why', async () => {
  const { outcome } = await run(sh('echo half; echo "no service" >&2; exit 3'), 'x');
  expect(outcome).toMatchObject({ kind: 'crashed', message: expect.stringMatching(/3.*no service/) });
});

test('it is empty when it says nothing', async () => {
  expect((await run(sh('true'), 'x')).outcome).toEqual({ kind: 'empty' });
});

test('how it stands is unknown, and it takes no further prompt', async () => {
  const agent = sh('echo yes');
  const { all } = await run(agent, 'x');
  expect(all).toContainEqual(
    expect.objectContaining({ kind: 'standing', standing: expect.objectContaining({ kind: 'unknown' }) }),
  );
  const message = { id: 'm', text: 'more', submit: true, steer: false, keys: false };
  const live = { ...specOf(), model: null };
  expect(await agent?.prompt(keeper, live, message, new AbortController().signal)).toMatchObject({ kind: 'not_taken' });
});

test('its environment is without the marks of other agents', async () => {
  expect((await run(sh('echo "[$CLAUDECODE]"'), 'x')).outcome).toEqual({ kind: 'answered', text: '[]' });
});

test('interrupted, it is ended as interrupted', async () => {
  const agent = sh('touch "$1/begun"; sleep 600', '{cwd}');
  writeFileSync(join(folder, 'prompt'), 'x');
  const started = await agent?.start(keeper, specOf());
  if (!agent || !started?.ok) throw new Error('not started');
  const following = run(agent, 'x');
  await agent.interrupt(keeper, started.value);
  expect((await following).outcome).toEqual({ kind: 'interrupted' });
});

test('CM-35 a program that is not there is an ENGINE_ERROR that names it', async () => {
  const agent = named(['/nowhere/my-agent']);
  expect(await agent?.start(keeper, specOf())).toMatchObject({
    ok: false,
    failure: { error_code: 'ENGINE_ERROR', details: { hint: 'agents.mine.command names /nowhere/my-agent' } },
  });
});

test('an entry with a program takes a known name over; one without adds nothing', () => {
  const agents = createAgents({ configured: { claude: { command: ['true'] }, codex: {}, other: {} } });
  expect(agents.get('claude')?.capabilities.turnEnd).toBe('exit');
  expect(agents.drivers('codex')).toContain('plain');
  expect(agents.names().filter((name) => name === 'claude')).toHaveLength(1);
  expect(agents.get('other')).toBeNull();
});

test('a program that speaks the protocol is driven by it', async () => {
  const program = join(folder, 'speaker');
  const main = join(import.meta.dirname, '..', 'scripted', 'main.ts');
  const script = join(folder, 'script.json');
  writeFileSync(script, JSON.stringify({ turns: [{ do: [{ say: 'by protocol' }] }] }));
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' --driver acp --script '${script}'\n`);
  chmodSync(program, 0o755);
  const agents = createAgents({ configured: { mine: { acp: [program] } } });
  expect(agents.drivers('mine')).toEqual(['acp']);
  const env = { ...specOf().env, HOME: folder };
  expect((await run(agents.get('mine'), 'hello', { env })).outcome).toEqual({ kind: 'answered', text: 'by protocol' });
  expect(readFileSync(join(folder, 'prompt'), 'utf8')).toBe('hello');
});
