// The doctor on made-up machines: a PATH of small programs of our own.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor } from './doctor.ts';

function machine(programs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { stateFolder: join(folder, 'state'), socket: join(folder, 'none.sock'), env: { PATH: folder } };
}

const check = async (options: ReturnType<typeof machine>, name: string) =>
  (await doctor(options)).find((each) => each.name === name);

it('on an empty machine it names what is missing and how to get it', async () => {
  const empty = machine({});
  expect(await check(empty, 'git')).toMatchObject({ state: 'bad', hint: 'install git 2.39 or newer' });
  expect(await check(empty, 'sandbox')).toMatchObject({ state: 'note', hint: 'install bubblewrap' });
  expect(await check(empty, 'agents')).toMatchObject({ state: 'note', said: 'none found' });
  expect(await check(empty, 'ssh')).toMatchObject({ state: 'note' });
  expect(await check(empty, 'daemon')).toMatchObject({ state: 'ok' });
  expect(await check(empty, 'state')).toMatchObject({ state: 'ok' });
});

it('a git that is too old is bad, a newer one is well', async () => {
  expect(await check(machine({ git: 'echo git version 2.34.1' }), 'git')).toMatchObject({ state: 'bad' });
  expect(await check(machine({ git: 'echo git version 2.39.5' }), 'git')).toMatchObject({ state: 'ok' });
});

it('a sandbox that is there and forbidden is not called working', async () => {
  const forbidden = machine({ bwrap: 'echo "bwrap: No permissions to create new namespace" >&2; exit 1' });
  expect(await check(forbidden, 'sandbox')).toMatchObject({
    state: 'note',
    said: 'bwrap: No permissions to create new namespace',
  });
});

it('agents that answer are named with their versions', async () => {
  const found = await check(machine({ claude: 'echo 2.1.0', codex: 'exit 3', opencode: 'echo 1.18.33' }), 'agents');
  expect(found).toMatchObject({ state: 'ok', said: 'claude 2.1.0, opencode 1.18.33' });
});

it('where there are none it says of every agent how to get it', async () => {
  const { hint } = (await check(machine({}), 'agents')) ?? {};
  for (const name of ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'opencode-ai', 'pi-coding-agent', 'copilot'])
    expect(hint).toMatch(new RegExp(`npm install -g .*${name}\\n`));
});

it('WT-44 advises against root, and says nothing to anybody else', async () => {
  const checks = (uid: number) => doctor({ ...machine({}), uid });
  expect((await checks(0)).find(({ name }) => name === 'user')).toMatchObject({
    state: 'note',
    said: expect.stringContaining('root'),
    hint: expect.stringContaining('user of your own'),
  });
  expect((await checks(1000)).map(({ name }) => name)).not.toContain('user');
});

it('WT-46 says that a state folder belongs to somebody else, and mends nothing in it', async () => {
  const options = machine({});
  mkdirSync(join(options.stateFolder, 'leases'), { recursive: true });
  writeFileSync(join(options.stateFolder, 'leases', 'shop-1.token'), '', { mode: 0o644 });
  const uid = statSync(options.stateFolder).uid + 1;
  const checks = await doctor({ ...options, fix: true, uid });
  expect(checks.find(({ name }) => name === 'state')).toMatchObject({
    state: 'bad',
    said: expect.stringContaining('belongs to another user'),
    hint: expect.stringContaining('DROVER_HOME'),
  });
  expect(checks.map(({ name }) => name)).not.toContain('private');
  expect(statSync(join(options.stateFolder, 'leases', 'shop-1.token')).mode & 0o777).toBe(0o644);
});

describe('a state folder that others can open, with what crashed processes left', () => {
  function left() {
    const options = machine({});
    const at = (...parts: string[]) => join(options.stateFolder, ...parts);
    for (const folder of ['', 'callers', 'leases', 'copies']) mkdirSync(at(folder), { mode: 0o700 });
    writeFileSync(at('leases', 'shop-1.token'), 'secret', { mode: 0o644 });
    writeFileSync(at('copies', 'read me'), 'of a repository', { mode: 0o644 });
    writeFileSync(at('config.yaml'), 'policy: normal', { mode: 0o644 });
    writeFileSync(at('callers', '4194399-abc'), '', { mode: 0o600 });
    writeFileSync(at('callers', `${process.pid}-abc`), '', { mode: 0o600 });
    spawnSync(
      process.execPath,
      [
        '-e',
        `net.createServer().listen(${JSON.stringify(at('drover.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`,
      ],
      { stdio: 'ignore', timeout: 20_000 },
    );
    chmodSync(options.stateFolder, 0o755);
    return { options, at };
  }

  it('is bad, and nothing is touched', async () => {
    const { options, at } = left();
    expect(await check(options, 'private')).toMatchObject({
      state: 'bad',
      said: `${options.stateFolder}, ${at('leases', 'shop-1.token')}: open to others`,
      hint: expect.stringContaining('--fix'),
    });
    expect(await check(options, 'left over')).toMatchObject({
      state: 'bad',
      said: expect.stringContaining('4194399-abc'),
    });
    expect(statSync(options.stateFolder).mode & 0o777).toBe(0o755);
    expect(existsSync(at('drover.sock'))).toBe(true);
  });

  it('WT-22 files of a project are never looked at, wherever in the folder they stand', async () => {
    const { options, at } = left();
    chmodSync(at('leases', 'shop-1.token'), 0o600);
    const theirs = ['copies', 'stages', 'dependencies', 'homes', 'hubs', 'runs', 'what is to come'];
    for (const folder of theirs) {
      mkdirSync(at(folder), { recursive: true, mode: 0o700 });
      mkdirSync(at(folder, 'node_modules'), { mode: 0o755 });
      writeFileSync(at(folder, 'node_modules', 'run.js'), '', { mode: 0o755 });
    }
    const checks = await doctor({ ...options, fix: true });
    expect(checks.find(({ name }) => name === 'private')).toMatchObject({
      state: 'ok',
      said: 'only you can open it; mended: 1',
    });
    for (const folder of theirs) {
      expect(statSync(at(folder, 'node_modules')).mode & 0o777).toBe(0o755);
      expect(statSync(at(folder, 'node_modules', 'run.js')).mode & 0o777).toBe(0o755);
    }
  });

  it('is mended where that is asked for: closed, and only what is dead goes', async () => {
    const { options, at } = left();
    const live = createServer().listen(at('keeper.2'));
    await once(live, 'listening');
    chmodSync(at('keeper.2'), 0o600);
    const fixed = { ...options, fix: true };
    const checks = await doctor(fixed);
    const said = (name: string) => checks.find((each) => each.name === name);
    expect(said('private')).toMatchObject({ state: 'ok', said: 'only you can open it; mended: 2' });
    expect(said('left over')).toMatchObject({ state: 'ok', said: 'nothing; mended: 2' });
    expect(statSync(options.stateFolder).mode & 0o777).toBe(0o700);
    expect(statSync(at('leases', 'shop-1.token')).mode & 0o777).toBe(0o600);
    expect(statSync(at('copies', 'read me')).mode & 0o777).toBe(0o644);
    expect(readdirSync(at('callers'))).toEqual([`${process.pid}-abc`]);
    expect([existsSync(at('drover.sock')), existsSync(at('keeper.2'))]).toEqual([false, true]);
    live.close();
  });
});
