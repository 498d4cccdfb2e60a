import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toldPayloads } from '../../../../test/fakes/told-proof.ts';
import { findPlaces } from '../../../contract/places.ts';
import type { Ask } from '../daemon/ask.ts';
import { run } from '../run.ts';
import type { Console } from '../terminal/console.ts';
import { runEvidence } from './evidence.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'evidence-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(more: Readonly<Record<string, string>> = {}) {
  const said = { out: '', error: '' };
  const into = (end: keyof typeof said) => ({
    write: (text: string) => {
      said[end] += text;
    },
  });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: folder,
    ...more,
  };
  const console: Console = {
    ...{
      env,
      cwd: folder,
      pid: process.pid,
      now: () => 0,
      onInterrupt: () => () => undefined,
      lend: <T>(act: () => Promise<T>) => act(),
    },
    ...{
      places: findPlaces(env, folder, 0),
      stdin: new PassThrough().end(),
      stdout: into('out'),
      stderr: into('error'),
    },
  };
  return { console, said };
}

const subject = { commit: null, tree: 'd'.repeat(40), base: 'b'.repeat(40) };
const proof = {
  task: 'shop-12',
  payloads: toldPayloads(subject),
  subject,
  proven: true,
  missing: [],
  checkout: '/nowhere',
  copies: [],
};
const evidence = { task: 'shop-12', evidence: [], verified: null, outputs: null };

function answer() {
  const asked: unknown[] = [];
  const ask = (async (command: string, input: object) => {
    asked.push([command, input]);
    return { ok: true, data: command === 'task.proof' ? proof : evidence };
  }) as unknown as Ask;
  return { asked, ask };
}

it.each(['DROVER_RUN', 'DROVER_MARK', 'DROVER_SESSION_CREDENTIAL'])(
  'an agent, by its %s, has nothing signed, and the daemon is not asked',
  async (marker) => {
    const { console, said } = open({ [marker]: 'x' });
    const { asked, ask } = answer();
    expect(await runEvidence(console, ask, { export: 'p' }, { output: 'json' })).toBe(4);
    expect(JSON.parse(said.out)).toMatchObject({ ok: false, error_code: 'UNAUTHORIZED' });
    expect(asked).toEqual([]);
    expect(await runEvidence(console, ask, { export: 'p', unsigned: true }, { output: 'json' })).toBe(0);
    expect(asked[0]).toEqual(['task.proof', { cwd: folder, unsigned: true, note: false }]);
    expect(readFileSync(join(folder, 'p'), 'utf8').trim().split('\n')).toHaveLength(5);
  },
);

it('one document tells what was written and why nobody signed; without a bundle it is the plain request', async () => {
  const { console, said } = open();
  const { ask, asked } = answer();
  expect(await runEvidence(console, ask, { task: 'shop-12' }, { output: 'json' })).toBeNull();
  expect(asked).toEqual([]);
  expect(await runEvidence(console, ask, { task: 'shop-12', export: 'p' }, { output: 'json' })).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({
    ok: true,
    data: {
      task: 'shop-12',
      bundle: { file: join(folder, 'p'), signature: null, unsigned: expect.stringContaining('no signing key') },
    },
  });
  expect(await runEvidence(console, ask, { force: true }, { output: 'json' })).toBe(2);
});

it('a proof is verified with git alone: no daemon, no state', async () => {
  const git = (...argv: readonly string[]) =>
    execFileSync('git', argv, { cwd: folder, env: open().console.env as NodeJS.ProcessEnv, encoding: 'utf8' });
  git('init', '-q');
  const tree = git('hash-object', '-t', 'tree', '/dev/null').trim();
  const commit = git('-c', 'user.name=Ada', '-c', 'user.email=a@b', 'commit-tree', tree, '-m', 'empty').trim();
  const { ask } = answer();
  const mine = async (command: never, input: never) => {
    const reply = await ask(command, input);
    return command === 'task.proof'
      ? { ...reply, data: { ...proof, payloads: toldPayloads({ ...subject, tree }) } }
      : reply;
  };
  await runEvidence(open().console, mine as Ask, { export: 'p' }, { output: 'text' });
  const verify = async (...words: readonly string[]) => {
    const { console, said } = open();
    return { code: await run(console, ['verify', ...words]), ...said };
  };
  expect(await verify('p', '--commit', commit)).toMatchObject({
    code: 5,
    error: expect.stringContaining('[PROOF_UNSIGNED]'),
  });
  const held = await verify('p', '--commit', commit, '--unsigned');
  expect(held).toMatchObject({ code: 0, out: expect.stringContaining('The proof of shop-12 holds.') });
  expect(held.out).toContain('signed by nobody');
  const told = JSON.parse((await verify('p', '--commit', commit, '--unsigned', '--json')).out);
  expect(told).toMatchObject({
    ok: true,
    data: { commit, tree, signers: [], criteria: [{ label: 'SC-1', red: 1, green: 1 }] },
  });
  // Nothing of it can be run: an older version made it, and its base is not here.
  expect(await verify('p', '--commit', commit, '--unsigned', '--rerun')).toMatchObject({
    code: 5,
    error: expect.stringContaining('[PROOF_NOT_RERUN]'),
  });
  expect(await verify('nothing')).toMatchObject({ code: 3 });
  expect(await verify()).toMatchObject({ code: 2 });
  expect(existsSync(join(folder, '.local'))).toBe(false);
});
