// What is said to sessions on the command line: missing words, flags in any form and order, and programs that are not there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ps } from '../../src/contract/service.ts';
import { built } from './built.ts';
import { openSessionWorld, type SessionWorld } from './session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await openSessionWorld();
}, 240_000);
afterAll(() => world.close());

it('HX-02 (where none is the only one) without a session every command says so on stderr, and nothing on stdout', async () => {
  const commands = [
    ['send'],
    ['stop'],
    ['pane'],
    ['logs'],
    ['wait'],
    ['attach'],
    ['inbox', 'clear'],
    ['inbox', 'drop'],
  ];
  const told = await Promise.all(commands.map((words) => world.drover(words)));
  expect(told.map(({ out }) => out)).toEqual(commands.map(() => ''));
  expect(told.map(({ code }) => code)).toEqual([2, 3, 3, 3, 3, 3, 2, 2]);
  expect(told[0]?.err).toMatch(/needs SESSION/);
  expect(told[1]?.err).toMatch(/no session/);
});

it('HX-03 (a negative number is understood as a value, and refused where it makes no sense) `--flag=V` is `--flag V`, a missing value is 2', async () => {
  const missing = await Promise.all(
    [
      ['send', 'e', '--message'],
      ['send', 'e', '--timeout', '--json'],
      ['logs', 'e', '--lines'],
      ['start', 'echo-agent', '--name', '--', 'x'],
    ].map((words) => world.drover(words)),
  );
  expect(missing.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  for (const { err, out } of missing) expect(err + out).toMatch(/needs a value/);
  const negative = await world.drover(['logs', 'e', '--lines', '-3']);
  expect(negative).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/`--lines` needs a number from 0 on, not `-3`/),
  });
  await world.start('flags', ['--description=an own', '--inbox-ttl', '1h']);
  expect(await world.session('flags')).toMatchObject({ description: 'an own' });
});

it('HX-04 flags stand before or after the agent, and all after `--` reaches it unchanged, flags of ours among it', async () => {
  const odd = ['--name', 'not-this', '--json', '-d', '--', 'a b', "it's", '', '--help', '$HOME', '*'];
  const log = ['--log', world.logOf('before'), '--'];
  await world.must(['start', '-d', '--name', 'before', 'echo-agent', '--description', 'x', '--', ...log, ...odd]);
  await world.until(
    async () => world.noted('before'),
    ([first]) => first !== undefined,
  );
  expect(world.noted('before')[0]?.argv).toEqual([...log, ...odd]);
  expect(await world.session('before')).toMatchObject({ agent: 'echo-agent', description: 'x' });
});

it('HX-05 a missing program is said clearly, in the foreground, the background and in tmux: nothing is kept, nothing runs', async () => {
  const before = (await world.must<Ps>(['ps', '--all'])).sessions.length;
  const runs = readdirSync(join(world.state, 'transcripts'));
  for (const mode of [[], ['-d'], ['--tmux']]) {
    const told = await world.drover(['start', 'no-such-agent', '--name', 'nobody', ...mode]);
    expect(told).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/no-such-agent is not there/) });
  }
  const plain = join(world.folder, 'plain');
  writeFileSync(plain, 'no program', { mode: 0o644 });
  for (const path of [plain, '../plain', './none', world.folder])
    expect(await world.refused(['start', path, '--name', 'nobody', '-d']), path).toMatchObject({
      error_code: 'ENGINE_ERROR',
      error: expect.stringMatching(/^\/.* is not there: no such program\.$/),
    });
  expect((await world.must<Ps>(['ps', '--all'])).sessions).toHaveLength(before);
  expect(readdirSync(join(world.state, 'transcripts'))).toEqual(runs);
  expect(await world.refused(['ps', 'nobody'])).toMatchObject({ error_code: 'SESSION_NOT_FOUND' });
});

it('from a folder that was removed, what needs none works, and what needs it says so', () => {
  const gone = join(world.folder, 'gone');
  const told = (...words: readonly string[]) => {
    mkdirSync(gone);
    const line = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', line, 'sh', gone, process.execPath, built('cli'), ...words],
      {
        env: world.env,
        encoding: 'utf8',
      },
    );
    return { status, stdout, stderr };
  };
  expect(told('ps', '--all')).toMatchObject({ status: 0, stderr: '' });
  expect(told('start', 'sh', '-d')).toMatchObject({ status: 3, stderr: expect.stringContaining(`no folder ${gone}`) });
  expect(told('do', 'Too early.')).toMatchObject({ status: 3, stderr: expect.stringContaining(`no folder ${gone}`) });
});

it('a program of which nothing is known is run once, as it was said, and never asked for its version', async () => {
  const runs = join(world.folder, 'runs-of-it');
  world.program('counted', `#!/bin/sh\necho "[$*]" >> '${runs}'\n`);
  await world.startOf('counted', 'counted', ['only', 'this']);
  await world.must(['wait', 'counted']);
  expect(readFileSync(runs, 'utf8')).toBe('[only this]\n');
});
