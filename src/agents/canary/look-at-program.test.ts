import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { writeStandIn } from '../../../test/fakes/programs/stand-in.ts';
import { createConformance } from './create-conformance.ts';
import { lookAtProgram, shapeOf, versionOf } from './look-at-program.ts';
import { runBriefly } from './run-briefly.ts';

let bin: string;
let env: Record<string, string>;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'bin-'));
  env = { PATH: `${bin}:/usr/bin:/bin`, HOME: '/the/home/of/the/person', MY_SECRET: 'a-secret', LANG: 'C' };
});

const answered = {
  id: 1,
  result: { userAgent: 'x', can: { load: true, fork: false }, models: [{ name: 'a' }, { name: 'b' }] },
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

it('a program is known by its version, its flags and the form of its answer', async () => {
  writeStandIn(bin, 'codex', {
    version: 'codex-cli 0.169.0',
    flags: ['--model', '--json', '--json'],
    answer: answered,
  });
  expect(await lookAtProgram('codex', env)).toEqual({
    version: 'codex-cli 0.169.0',
    flags: ['--json', '--model'],
    handshake: ['can.fork: false', 'can.load: true', 'models[].name: string', 'userAgent: string'],
    silence: '',
  });
});

it('it is started with an empty home that is gone afterwards, without the secrets of the person, and nothing of it stays', async () => {
  writeStandIn(bin, 'codex', { version: '1.0', answer: answered });
  await lookAtProgram('codex', env);
  const starts = readFileSync(join(bin, 'codex.starts'), 'utf8').trim().split('\n');
  expect(starts.map((line) => line.split(' ').slice(3).join(' '))).toEqual(['--version', '--help', 'app-server']);
  for (const [pid, home, secret] of starts.map((line) => line.split(' '))) {
    expect(secret).toBe('none');
    expect(home).toContain('drover-look-');
    expect(existsSync(home ?? '')).toBe(false);
    expect(isAlive(Number(pid))).toBe(false);
  }
  await expect.poll(() => isAlive(Number(readFileSync(join(bin, 'codex.child'), 'utf8')))).toBe(false);
});

it('a program that ends instead of answering has no handshake, and it is said why', async () => {
  writeStandIn(bin, 'claude', { version: '9.0', fails: 'no such flag' });
  expect(await lookAtProgram('claude', env)).toMatchObject({
    version: '9.0',
    handshake: null,
    silence: 'it ended (3)',
  });
});

it('what is not on PATH, or not known, is not looked at', async () => {
  writeStandIn(bin, 'other', { version: '1.0' });
  expect([await lookAtProgram('codex', env), await lookAtProgram('other', env)]).toEqual([null, null]);
  expect([await versionOf('codex', env), await versionOf('other', env)]).toEqual([null, null]);
  expect(existsSync(join(bin, 'other.starts'))).toBe(false);
});

it('what came as a package tells its version by it and is not started; what lies elsewhere is asked', async () => {
  const own = join(bin, 'node_modules', 'codex-acp');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{"version":"0.100.0"}');
  writeStandIn(own, 'main', { version: 'never' });
  symlinkSync(join(own, 'main'), join(bin, 'codex-acp'));
  expect(await versionOf('codex-acp', env)).toBe('0.100.0');
  expect(existsSync(join(own, 'main.starts'))).toBe(false);
  writeFileSync(join(bin, 'package.json'), '{"version":"of another thing"}');
  writeStandIn(bin, 'claude-agent-acp', { version: '0.99.0' });
  expect(await versionOf('claude-agent-acp', env)).toBe('0.99.0');
});

it('a program that says nothing is ended when patience is', async () => {
  const brief = { file: '/bin/sh', argv: ['-c', 'sleep 1000'], cwd: bin, env, say: 'hello\n', patienceMs: 50 };
  expect(await runBriefly({ ...brief, enough: () => false })).toMatchObject({ why: 'it said nothing in 0.05 s' });
});

it('the form of a value has its keys and types, once each, and what is yes or no', () => {
  expect(shapeOf({ b: [1, 2], a: null, c: { d: true } })).toEqual(['a: null', 'b[]: number', 'c.d: true']);
});

it("an agent's own program comes first, its bridges after it", () => {
  const { programs } = createConformance();
  expect([programs('claude'), programs('pi'), programs('scripted')]).toEqual([
    ['claude', 'claude-agent-acp'],
    ['pi'],
    [],
  ]);
});
