// Agents that try to act as a person: in the sandbox the door is not even to be seen; without one they are known, refused and put on record.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManualTaskTaken } from '../../src/contract/manual.ts';
import type { QuestionList } from '../../src/contract/question.ts';
import type { Doctor } from '../../src/contract/service.ts';
import type { TaskLog } from '../../src/contract/task.ts';
import { built } from '../e2e/built.ts';
import { processesOf } from '../e2e/processes-of.ts';
import { otherwise, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

const cli = built('cli');

/** What the agent runs: every way in, with what came of it as JSON lines. Plain Node, so that it works wherever the agent does. */
const attack = `
import { spawnSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
const [state, cli, out, victim, question] = process.argv.slice(2);
const note = (way, what) => fs.appendFileSync(out, JSON.stringify({ way, what }) + '\\n');
const attempt = (way, act) => { try { note(way, act() ?? 'done'); } catch (error) { note(way, error.code ?? String(error)); } };
const socket = await new Promise((resolve) => {
  const client = net.connect(join(state, 'drover.sock'));
  client.once('connect', () => { client.destroy(); resolve('connected'); });
  client.once('error', (error) => resolve(error.code));
});
note('socket', socket);
attempt('token', () => fs.readFileSync(join(state, 'leases', victim + '.token'), 'utf8') && 'read');
attempt('list', () => fs.readdirSync(join(state, 'leases')).length);
attempt('database', () => fs.readFileSync(join(state, 'drover.db')).length);
if (!fs.existsSync(join(state, 'drover.db'))) {
  attempt('config', () => { fs.appendFileSync(join(state, 'config.yaml'), 'policy: hands-off\\n'); return 'written'; });
  attempt('state', () => { fs.writeFileSync(join(state, 'planted'), 'x'); return 'written'; });
}
const env = { ...process.env, DROVER_HOME: state };
const asked = (args, how = env) => {
  const { stdout } = spawnSync(process.execPath, [cli, ...args, '--json'], { env: how, encoding: 'utf8' });
  try { const reply = JSON.parse(stdout); return reply.ok ? 'OK' : reply.error_code; } catch { return 'nothing'; }
};
note('answer', asked(['answer', question, 'go']));
note('cancel', asked(['task', 'cancel', victim]));
note('finish', asked(['task', 'finish', victim]));
note('set', asked(['workspace', 'set', 'shop', 'slots', '99']));
note('env', asked(['env', 'add', 'evil', '/evil']));
note('yes', asked(['do', 'and submit it', '--agent', 'scripted', '--yes', 'submit', '-d']));
note('takeover', asked(['step', 'take', 'mine now', '--takeover']));
note('web', asked(['web']));
note('down', asked(['down']));
note('bare-child', asked(['answer', question, 'go'], { DROVER_HOME: state, PATH: process.env.PATH }));
const stray = "const {spawnSync} = require('node:child_process'); const [cli, question, out] = process.argv.slice(1);" +
  "setTimeout(() => { const { stdout } = spawnSync(process.execPath, [cli, 'answer', question, 'go', '--json'], { encoding: 'utf8' });" +
  "let what = 'nothing'; try { const r = JSON.parse(stdout); what = r.ok ? 'OK' : r.error_code } catch {}" +
  "require('node:fs').appendFileSync(out, JSON.stringify({ way: 'stray', what }) + '\\\\n'); }, 200)";
const inner = "require('node:child_process').spawn(process.execPath, ['-e', " + JSON.stringify(stray) + ", ...process.argv.slice(1)], { detached: true, stdio: 'ignore' }).unref()";
spawnSync(process.execPath, ['-e', inner, cli, question, out], { env, stdio: 'ignore' });
const told = () => fs.readFileSync(out, 'utf8').includes('"stray"');
for (let tries = 0; tries < 600 && !told(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
`;

type Seen = Readonly<Record<string, unknown>>;

/** A victim that waits for a person, a lease taken by hand, and an agent that attacks both. */
async function play(
  sandbox: 'required' | 'off',
): Promise<{ world: World; seen: Seen; victim: string; attacker: string }> {
  const world = await openWorld({ project: sumProject });
  const room = join(world.folder, 'agent');
  mkdirSync(room, { recursive: true });
  const out = join(room, 'seen.jsonl');
  writeFileSync(join(room, 'attack.mjs'), attack);
  world.setConfig(`policy: normal\nsandbox: ${sandbox}\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 9 }\n`);
  const victim = await world.start('VICTIM');
  const asked = await world.asked(victim, 'plan');
  const lease = await world.must<ManualTaskTaken>(['step', 'take', 'by hand']);
  copyFileSync(join(world.state, 'config.yaml'), join(world.folder, 'config.before'));
  const argv = ['node', join(room, 'attack.mjs'), world.state, cli, out, lease.task, asked.open_questions[0]?.id ?? ''];
  world.setScript({
    turns: [
      turn('write', 'ATTACK', [{ run: argv }, { write: { path: 'notes.md', text: 'x\n' } }, { say: 'Done.' }]),
      turn('write', 'RUNS-AWAY', [
        { write: { path: 'notes.md', text: 'x\n' } },
        { escape: { file: 'stray.log' } },
        { say: 'Done.' },
      ]),
      ...otherwise(),
    ],
  });
  const attacker = await world.start('ATTACK', '--yes', 'plan');
  await world.asked(attacker, 'submit');
  const lines = readFileSync(out, 'utf8').trim().split('\n');
  const seen = Object.fromEntries(
    lines.map((line) => JSON.parse(line) as { way: string; what: unknown }).map(({ way, what }) => [way, what]),
  );
  return { world, seen, victim, attacker };
}

const logOf = async (world: World, task: string) =>
  (await world.must<TaskLog>(['task', 'log', task, '-n', '1000'])).lines.map(({ text }) => text).join('\n');

/** Nothing that only a person may do has happened. */
async function nothingHappened(world: World, victim: string): Promise<void> {
  const { questions } = await world.must<QuestionList>(['answer']);
  expect(questions.filter(({ task }) => task === victim).map(({ kind, state }) => [kind, state])).toEqual([
    ['plan', 'open'],
  ]);
  expect((await world.show(victim)).outcome).toBeNull();
  expect(readFileSync(join(world.state, 'config.yaml'), 'utf8')).toBe(
    readFileSync(join(world.folder, 'config.before'), 'utf8'),
  );
  expect(existsSync(join(world.state, 'planted'))).toBe(false);
}

describe('an agent in the sandbox', needs('bwrap'), () => {
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    played = await play('required');
  }, 180_000);
  afterAll(() => played?.world.close());

  it('sees neither socket nor token nor database, and writes nothing of the state', () => {
    expect(played.seen).toMatchObject({ socket: 'ENOENT', token: 'ENOENT', list: 'ENOENT', database: 'ENOENT' });
  });

  it('reaches nobody by the program, not even to be refused, and changes nothing', async () => {
    const ways = ['answer', 'cancel', 'finish', 'set', 'env', 'yes', 'takeover', 'web', 'down', 'bare-child', 'stray'];
    for (const way of ways)
      expect([way, played.seen[way] ?? 'nothing']).toEqual([way, expect.not.stringMatching(/^OK$/)]);
    await nothingHappened(played.world, played.victim);
  });
});

describe('an agent without a sandbox', () => {
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    played = await play('off');
  }, 180_000);
  afterAll(() => played?.world.close());

  it('PC-42 reaches the door and is refused whatever only a person may do', async () => {
    expect(played.seen).toMatchObject({ socket: 'connected' });
    for (const way of ['answer', 'cancel', 'finish', 'set', 'env', 'yes', 'takeover', 'web', 'down'])
      expect([way, played.seen[way]]).toEqual([way, 'UNAUTHORIZED']);
    await nothingHappened(played.world, played.victim);
  });

  it('is refused too where its child clears the environment but descends from the keeper', () => {
    expect(played.seen['bare-child']).toBe('UNAUTHORIZED');
  });

  it('is refused too by a child in a session of its own whose parents are gone: it carries the marker', () => {
    expect(played.seen.stray).toBe('UNAUTHORIZED');
  });

  it('is said by the doctor and with each question', async () => {
    const { world, victim } = played;
    const { checks } = await world.must<Doctor>(['doctor']);
    expect(checks.find(({ name }) => name === 'sandbox')).toMatchObject({
      state: 'note',
      said: expect.stringContaining('cannot be told from yours'),
    });
    const [question] = (await world.drover(['answer'])).out
      .split(/(?=^q\d+ )/m)
      .filter((each) => each.includes(victim));
    expect(question).toContain('cannot be told from you');
  });

  it('is on record with the task that was attacked, and where none was named with its own', async () => {
    expect(await logOf(played.world, played.victim)).toContain('refused question.answer, for only a person may');
    const own = await logOf(played.world, played.attacker);
    for (const command of ['workspace.set', 'task.create', 'service.down']) expect(own).toContain(`refused ${command}`);
  });

  it('that leaves a grandchild in a session of its own: the marker finds it, and it is gone with the run', async () => {
    const { world } = played;
    const runaway = await world.start('RUNS-AWAY', '--yes', 'plan');
    const { copy } = await world.asked(runaway, 'submit');
    expect(existsSync(`${copy}/stray.log`)).toBe(true);
    expect(processesOf(`${copy}/stray.log`)).toEqual([]);
  });

  it('the person answers the same question afterwards', async () => {
    const { questions } = await played.world.must<QuestionList>(['answer']);
    const plan = questions.find(({ task }) => task === played.victim)?.id ?? '';
    expect((await played.world.drover(['answer', plan, 'cancel'])).code).toBe(0);
    expect((await played.world.ended(played.victim)).outcome).toBe('cancelled');
  });
});
