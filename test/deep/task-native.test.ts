// Runs of tasks through a protocol: what their agent asks is put to a person, and a daemon that dies in the turn takes nothing with it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { History } from '../../src/contract/session.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { filesUnder } from '../e2e/files-under.ts';
import { shareWorlds } from '../e2e/shared-worlds.ts';
import type { World } from '../e2e/world.ts';

let world: World;
const openShared = shareWorlds();

const [look, write] = demoScript.turns;
type Steps = readonly Record<string, unknown>[];

/** The demo's task; before it writes, the agent does this. `agent`: its entry in the configuration. */
async function open(first: (folder: string) => Steps, agent: Readonly<Record<string, unknown>> = {}): Promise<void> {
  world = await openShared({ remote: null });
  mkdirSync(join(world.folder, 'agent'), { recursive: true });
  rmSync(join(world.folder, 'agent', 'go'), { force: true });
  world.setScript({ turns: [look, { ...write, do: [...first(join(world.folder, 'agent')), ...write.do] }] });
  const entry = JSON.stringify({ script: world.script, ...agent });
  writeFileSync(join(world.state, 'config.yaml'), `${world.trust()}agents:\n  scripted: ${entry}\npolicy: hands-off\n`);
}

const prompts = (): readonly string[] =>
  readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"base64"'))
    .map((line) => Buffer.from((JSON.parse(line) as { base64: string }).base64, 'base64').toString());

/** What the agents of runs have said, as the keeper kept it. */
const heard = (): string =>
  filesUnder(world.state)
    .filter((path) => /transcripts\/[^/]+\/output$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');

async function killDaemon(): Promise<void> {
  const pid = await world.daemonPid();
  process.kill(pid, 'SIGKILL');
}

const asks = (tool: string, subject: string): Steps => [
  { ask: { tool, subject } },
  { write: { path: 'allowed.txt', text: 'x\n' } },
];

const allowed = async (task: string): Promise<boolean> => {
  const { diff } = await world.must<{ diff: string }>(['task', 'diff', task]);
  return diff.includes('allowed.txt');
};

describe('an agent of a task that is to ask', () => {
  it('waits for a person, whose answer reaches it in the same turn', async () => {
    await open(() => asks('Bash', 'make it'), { permissions: 'ask' });
    const task = await world.start('Too early.');
    const asked = await world.asked(task, 'permission');
    const [question] = asked.open_questions.filter(({ kind }) => kind === 'permission');
    expect(question?.text).toContain('Bash: make it');
    expect((await world.drover(['answer', question?.id ?? '', 'once'])).code).toBe(0);
    expect((await world.ended(task)).outcome).toBe('proven');
    expect(await allowed(task)).toBe(true);
    expect(prompts()).toHaveLength(2);
  });

  it('is answered by the patterns of the configuration where they fit: a denial wins', async () => {
    await open(
      () => [
        ...asks('Bash', 'npm test'),
        { ask: { tool: 'Bash', subject: 'npm publish' } },
        { write: { path: 'denied.txt', text: 'x\n' } },
      ],
      { permissions: 'ask', allow: ['Bash(npm *)'], deny: ['Bash(npm publish*)'] },
    );
    const task = await world.start('Too early.');
    const done = await world.ended(task);
    expect(done.outcome).toBe('proven');
    const { diff } = await world.must<{ diff: string }>(['task', 'diff', task]);
    expect(diff).toContain('allowed.txt');
    expect(diff).not.toContain('denied.txt');
  });

  it('is asked for by a daemon that comes back after its death, and answered once', async () => {
    await open((folder) => [{ wait: { file: join(folder, 'go') } }, ...asks('Bash', 'make it')], {
      permissions: 'ask',
    });
    const task = await world.start('Too early.');
    await world.until(async () => existsSync(join(world.folder, 'agent', 'log')) && prompts().length === 2, Boolean);
    await killDaemon();
    writeFileSync(join(world.folder, 'agent', 'go'), '');
    const asked = await world.asked(task, 'permission');
    const questions = asked.open_questions.filter(({ kind }) => kind === 'permission');
    expect(questions).toHaveLength(1);
    expect((await world.drover(['answer', questions[0]?.id ?? '', 'once'])).code).toBe(0);
    expect((await world.ended(task)).outcome).toBe('proven');
    expect(await allowed(task)).toBe(true);
    expect(prompts()).toHaveLength(2);
  });
});

describe('a daemon killed in the turn', () => {
  it('finds the turn done that went on without it', async () => {
    await open((folder) => [{ wait: { file: join(folder, 'go') } }]);
    const task = await world.start('Too early.');
    await world.until(async () => existsSync(join(world.folder, 'agent', 'log')) && prompts().length === 2, Boolean);
    await killDaemon();
    writeFileSync(join(world.folder, 'agent', 'go'), '');
    await world.until(
      async () => heard(),
      (said) => said.includes('The interval is counted in minutes now'),
    );
    expect((await world.ended(task)).outcome).toBe('proven');
    expect(prompts()).toHaveLength(2);
  });
});

describe('words for a task whose agent is in a turn', () => {
  it('reach it in the middle of the turn, once', async () => {
    await open((folder) => [{ wait: { file: join(folder, 'go') } }]);
    const task = await world.start('Too early.');
    await world.until(async () => existsSync(join(world.folder, 'agent', 'log')) && prompts().length === 2, Boolean);
    expect(await world.must(['task', 'say', task, 'Keep the old name.'])).toMatchObject({ when: 'now' });
    await world.until(
      async () => (await world.drover(['task', 'log', task])).out,
      (out) => out.includes('reached it'),
    );
    writeFileSync(join(world.folder, 'agent', 'go'), '');
    expect((await world.ended(task)).outcome).toBe('proven');
    expect(prompts().filter((text) => text.includes('Keep the old name.'))).toHaveLength(1);
    const { entries } = await world.must<History>(['history']);
    const [worked] = entries.filter(({ role }) => role === 'develop');
    expect(worked?.changed_files).toEqual(['src/schedule.js', 'test/schedule.test.js']);
    const receipt = JSON.parse(readFileSync(join(world.state, 'receipts', `${worked?.row}.json`), 'utf8'));
    expect(receipt).toMatchObject({
      outcome: 'answered',
      lines: { removed: 2 },
      commands: [{ tool: 'write' }, {}, {}],
    });
    expect(receipt.git.start.tree).not.toBe(receipt.git.end.tree);
  });
});
