// What Drover itself checks before anything leaves: hooks, tests, red first, seven attempts, goalposts, secrets, evidence.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail, TaskEvidence, TaskLog } from '../../src/contract/task.ts';
import { newTest, otherwise, report, type Step, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

const project = {
  ...sumProject,
  'package.json': `${JSON.stringify({ name: 'sum', private: true, type: 'module', scripts: { test: 'exit 9', lint: 'node lint.js' } }, null, 2)}\n`,
  'lint.js': "import { existsSync } from 'node:fs';\nif (existsSync('ugly.md')) throw new Error('ugly.md is ugly');\n",
};

/** Refuses what is forbidden, and a commit in which nothing is staged. */
const hook = `#!/bin/sh
staged=$(git diff --cached --name-only)
[ -n "$staged" ] || { echo "nothing is staged"; exit 7; }
case "$staged" in *forbidden*) echo "the hook forbids: $staged"; exit 1;; esac
`;

const write = (path: string, text: string): Step => ({ write: { path, text } });
const done: Step = { say: 'Done, all tests pass.' };
/** In parts, so that this file holds none. */
const awsKey = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzzzzzzKEYQ'].join('/');
const privateKey = [
  '-----BEGIN RSA PRIVATE',
  ` KEY-----\n${'MIIEpAIBAAKCAQEA7bq8+/xyzAB0'.repeat(12)}\n-----END RSA PRIVATE`,
  ' KEY-----',
].join('');
const tenTests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
for (let number = 1; number <= 8; number += 1) test('passes ' + number, () => {});
test('fails', () => assert.equal(1, 2));
`;

const turns = [
  turn('analysis', 'RED', [report('behaviour')]),
  turn('write', 'RED', [newTest('twice', 'all.sum(1, 1), 2'), done], 1),
  turn('write', 'RED', [
    newTest('twice', 'all.twice(4), 8'),
    write('src/sum.js', 'export const sum = (a, b) => a + b;\nexport const twice = (a) => sum(a, a);\n'),
    done,
  ]),
  turn('write', 'NEVER', [
    { run: ['sh', '-c', 'date +%s%N >> notes.md'] },
    write('src/sum.js', 'export const sum = () => 0;\n'),
    done,
  ]),
  turn('write', 'HOOKED', [write('forbidden.md', 'x\n'), done]),
  turn('write', 'UGLY', [write('ugly.md', 'x\n'), done]),
  turn('write', 'TENTESTS', [write('test/ten.test.js', tenTests), done]),
  turn('write', 'DELETES', [{ remove: 'test/sum.test.js' }, done]),
  turn('write', 'SCRIPTS', [
    { replace: { path: '.drover.yaml', old: 'node --test', new: 'true' } },
    { replace: { path: 'package.json', old: 'node lint.js', new: 'true' } },
    write('src/sum.js', 'export const sum = () => 0;\n'),
    done,
  ]),
  turn('write', 'AWSKEY', [
    write('src/config.js', `// keys\nexport const aws_secret_access_key = "${awsKey}";\n`),
    done,
  ]),
  turn('write', 'DOTENV', [
    write('.env', 'SECRET=abc\n'),
    write('id_rsa', ['-----BEGIN OPENSSH PRIVATE', ' KEY-----\nabc\n-----END OPENSSH PRIVATE', ' KEY-----\n'].join('')),
    write('.env.example', 'SECRET=\n'),
    done,
  ]),
  turn('write', 'PRIVATEKEY', [write('deploy.pem', `${privateKey}\n`), done]),
  ...otherwise(),
];

let world: World;
const tasks = new Map<string, string>();
const config = (attempts: number) =>
  world.setConfig(
    `policy: hands-off\nlimits: { attempts: ${attempts}, fix_rounds: 0 }\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 20 }\n`,
  );
const start = async (word: string, ...flags: string[]) =>
  tasks.set(word, await world.start(`${word} please`, ...flags));
const idOf = (word: string) => tasks.get(word) ?? '';
const ended = (word: string) => world.ended(idOf(word));
const asked = (word: string, kind: string) => world.asked(idOf(word), kind);
const gateOf = (detail: TaskDetail, name: string) => detail.gates.find(({ gate }) => gate === name);
const textOf = (detail: TaskDetail) => detail.open_questions[0]?.text ?? '';
const evidenceOf = (word: string) => world.must<TaskEvidence>(['task', 'evidence', idOf(word), '--verify']);
const logOf = async (word: string) =>
  (await world.must<TaskLog>(['task', 'log', idOf(word), '-n', '1000'])).lines.map(({ text }) => text);
const nothingPushed = async (detail: TaskDetail) => expect(await world.remoteBranch(detail.branch ?? '')).toBeNull();

/** A branch of the remote on which nothing is said about tests. */
async function pushBare(): Promise<void> {
  await world.git('switch', '-qc', 'bare');
  await world.git('rm', '-q', '.drover.yaml', 'package.json', 'lint.js');
  await world.git('commit', '-qm', 'Nothing to test with');
  await world.git('push', '-q', 'origin', 'bare');
  await world.git('switch', '-q', 'main');
  await world.git('branch', '-qD', 'bare');
}

/** A person's hooks are asked about where nothing holds them, and one is in this checkout. */
const held = needs('bwrap');

beforeAll(async () => {
  world = await openWorld({ project, script: { turns } });
  await pushBare();
  const file = join(world.checkout, '.git/hooks/pre-commit');
  writeFileSync(file, hook);
  chmodSync(file, 0o755);
  config(7);
  await start('NEVER');
  await start('RED');
  config(1);
  for (const word of ['PLAIN', 'HOOKED', 'UGLY', 'TENTESTS', 'DELETES', 'SCRIPTS', 'AWSKEY', 'PRIVATEKEY', 'DOTENV'])
    await start(word);
  await start('BARE', '--base', 'bare');
});
afterAll(() => world.close());

describe('commit hooks', held, () => {
  it('CM-52 a hook that refuses: nothing is pushed, and its words are in the question tests_failed', async () => {
    const detail = await asked('HOOKED', 'tests_failed');
    expect(textOf(detail)).toContain('the hook forbids: forbidden.md');
    expect(gateOf(detail, 'hooks')).toMatchObject({ verdict: 'failed' });
    await nothingPushed(detail);
  });

  it('CM-52 a hook that agrees saw what is staged, as a commit by hand would show it', async () => {
    const detail = await ended('PLAIN');
    expect(detail.outcome).toBe('released');
    expect(gateOf(detail, 'hooks')).toMatchObject({ verdict: 'passed' });
  });
});

describe('gates', held, () => {
  it('PC-15 all pass at the first attempt: done after exactly one verification', async () => {
    const detail = await ended('PLAIN');
    expect(detail.criteria.flatMap(({ attempts }) => attempts)).toHaveLength(1);
    expect((await logOf('PLAIN')).filter((line) => line.includes(', attempt 1: '))).toHaveLength(1);
    const { evidence } = await evidenceOf('PLAIN');
    expect(evidence.filter(({ gate, criterion }) => gate === 'test' && criterion !== null)).toHaveLength(1);
  });

  it('CM-69 the command of the base wins over the one that is detected', async () => {
    expect(gateOf(await ended('PLAIN'), 'test')).toMatchObject({
      source: 'base',
      command: expect.stringMatching(/^node --test/),
      verdict: 'passed',
    });
    expect(gateOf(await ended('PLAIN'), 'lint')).toMatchObject({ source: 'detected', verdict: 'passed' });
  });

  it('PC-20 no tsconfig.json: types are skipped with the reason, never passed', async () => {
    expect(gateOf(await ended('PLAIN'), 'types')).toMatchObject({
      verdict: 'skipped',
      why: expect.stringContaining('tsconfig.json'),
    });
  });

  it('CM-70 nine pass and one fails: ten in all', async () => {
    const detail = await asked('TENTESTS', 'stuck');
    expect(gateOf(detail, 'test')).toMatchObject({
      verdict: 'failed',
      counts: { total: 10, passed: 9, failed: 1, skipped: 0 },
    });
  });

  it('CM-71 lint red and tests green: the whole is not passed, the request is, and both are on record', async () => {
    const detail = await asked('UGLY', 'stuck');
    expect([gateOf(detail, 'lint')?.verdict, gateOf(detail, 'test')?.verdict]).toEqual(['failed', 'passed']);
    expect(detail.criteria).toMatchObject([{ state: 'blocked' }]);
    const { evidence } = await evidenceOf('UGLY');
    const judged = evidence.filter(({ criterion }) => criterion !== null);
    expect(judged.map(({ gate, verdict }) => `${gate} ${verdict}`)).toEqual(
      expect.arrayContaining(['lint failed', 'test passed']),
    );
    await nothingPushed(detail);
  });

  it('PC-16 gates that never pass: exactly seven verifications, then blocked with the history of each', async () => {
    const detail = await asked('NEVER', 'stuck');
    const attempts = detail.criteria[0]?.attempts ?? [];
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(attempts.every(({ result }) => result.includes('test failed'))).toBe(true);
    const shown = detail.open_questions[0]?.shown as { error_code: string; history: readonly unknown[] };
    expect([shown.error_code, shown.history.length]).toEqual(['CRITERION_BLOCKED', 7]);
    const { evidence } = await evidenceOf('NEVER');
    expect(evidence.filter(({ gate, criterion }) => gate === 'test' && criterion !== null)).toHaveLength(7);
  });
});

describe('red first', held, () => {
  it('PC-11 a test that passes already is no red: the next prompt says why', async () => {
    const detail = await ended('RED');
    expect(detail.criteria[0]?.attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(detail.criteria[0]?.attempts[0]?.result).toContain('red-first failed');
    const prompts = readFileSync(world.env.DROVER_SCRIPTED_LOG ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { mode: string; prompts: readonly string[] })
      .filter(({ mode, prompts: [first] }) => mode === 'write' && first?.includes('RED please'));
    expect(prompts.at(-1)?.prompts.at(-1)).toMatch(/red-first.*passes already without the change.*twice/);
  });

  it('PC-12 then red and green are on record with both exit codes and the ids of the tests', async () => {
    expect((await ended('RED')).outcome).toBe('released');
    const { evidence, verified } = await evidenceOf('RED');
    const red = evidence.find(({ gate, verdict }) => gate === 'red-first' && verdict === 'passed');
    expect(red?.why).toContain('red without the change (exit 1), green with it (exit 0): test/twice.test.js');
    expect(verified?.ok).toBe(true);
  });
});

describe('the goalposts', held, () => {
  it('PC-23 a deleted test fails by name', async () => {
    const detail = await asked('DELETES', 'stuck');
    expect(gateOf(detail, 'tamper')).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('test/sum.test.js'),
    });
    await nothingPushed(detail);
  });

  it('PC-23 a changed test command fails by name, and the command of the base is what is run', async () => {
    const detail = await asked('SCRIPTS', 'stuck');
    expect(gateOf(detail, 'tamper')).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('package.json: a command that a gate runs was changed: scripts.lint'),
    });
    expect(gateOf(detail, 'test')).toMatchObject({ verdict: 'failed', command: expect.stringMatching(/^node --test/) });
    await nothingPushed(detail);
  });
});

describe('secrets', held, () => {
  it.each([
    ['AWSKEY', 'src/config.js:2', awsKey],
    ['PRIVATEKEY', 'deploy.pem:1', 'MIIEpAIBAAKCAQEA7bq8'],
  ])(
    '%s: the finding names file and line [gate secrets, where it was SECRET_FOUND], and nothing leaves',
    async (word, place, secret) => {
      const detail = await asked(word, 'stuck');
      expect(gateOf(detail, 'secrets')).toMatchObject({ verdict: 'failed', why: expect.stringContaining(place) });
      expect(JSON.stringify(detail)).not.toContain(secret);
      await nothingPushed(detail);
    },
  );

  it('WT-51 names alone and a short key stop at a question by name that hands-off does not answer; the yes is kept, by line too', async () => {
    const detail = await asked('DOTENV', 'submit');
    await nothingPushed(detail);
    const lines = textOf(detail).split('\n');
    expect(lines).toContain('1. .env: an environment file by its name');
    expect(lines).toContain('2. id_rsa: a private ssh key by its name');
    expect(textOf(detail)).not.toContain('.env.example:');
    const question = detail.questions[0] ?? '';
    expect((await world.drover(['answer', question, 'submit'])).code).not.toBe(0);
    expect((await world.drover(['answer', question, 'some', '1'])).code).toBe(0);
    const left = await world.until(
      () => world.asked(idOf('DOTENV'), 'submit'),
      ({ questions }) => questions[0] !== question,
    );
    await nothingPushed(left);
    const rest = ['1. id_rsa: a private ssh key by its name', '2. .env: a file that decides what gates say was added'];
    expect(textOf(left)).toContain(`needs your yes:\n${rest.join('\n')}`);
    expect((await world.drover(['answer', left.questions[0] ?? '', 'submit_with_protected'])).code).toBe(0);
    const ended = await world.ended(idOf('DOTENV'));
    await world.git('fetch', '-q', 'origin', ended.branch ?? '');
    expect((await world.git('ls-tree', '--name-only', 'FETCH_HEAD')).split('\n')).toContain('.env');
  });
});

describe('without a test command', held, () => {
  it('CM-72 CM-75 the tests are not configured, never passed, and policy does not submit [not_configured, where it was skipped]', async () => {
    const detail = await asked('BARE', 'submit');
    expect(gateOf(detail, 'test')).toMatchObject({ verdict: 'not_configured' });
    expect(textOf(detail)).toContain('NOT VERIFIED');
    await nothingPushed(detail);
  });

  it('CM-75 a person overrides by name: the tree of the evidence is what leaves, not the copy as it is by then', async () => {
    const detail = await asked('BARE', 'submit');
    writeFileSync(join(detail.copy ?? '', 'late.md'), 'after the gates\n');
    expect((await world.drover(['answer', detail.questions[0] ?? '', 'submit'])).code).toBe(0);
    const done = await ended('BARE');
    expect(done.outcome).toBe('not_verified');
    expect((await logOf('BARE')).join('\n')).toMatch(/NOT PROVEN, let pass by \S+: /);
    await world.git('fetch', '-q', 'origin', done.branch ?? '');
    expect((await world.git('ls-tree', '--name-only', 'FETCH_HEAD')).split('\n')).not.toContain('late.md');
    rmSync(join(done.copy ?? '', 'late.md'), { force: true });
  });
});
