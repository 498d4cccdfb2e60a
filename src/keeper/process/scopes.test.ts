import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Program } from '../../domain/run/program.ts';
import { isInScope, openScopes, scopeOf } from './scopes.ts';

let folder: string;
const program: Program = {
  argv: ['sh', '-c', 'true', 'a b'],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
  io: { kind: 'pipe', stdin: 'empty' },
  deadlineMs: 1000,
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'scopes-')));
  mkdirSync(join(folder, 'systemd'));
  writeFileSync(join(folder, 'systemd', 'private'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes down what it is given, then does as the real one does. */
function standIn(exit = ''): void {
  const text = `#!/bin/sh\nprintf '%s\\n' "$@" >> ${folder}/said\n${exit}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`;
  writeFileSync(join(folder, 'systemd-run'), text);
  chmodSync(join(folder, 'systemd-run'), 0o700);
}

const env = () => ({ XDG_RUNTIME_DIR: folder, PATH: `/usr/nowhere:${folder}` });

test('without a manager or the program to ask it there are no scopes', () => {
  expect(openScopes(env(), 'm')).toBeNull();
  standIn();
  expect(openScopes(env(), 'm')).not.toBeNull();
  expect(openScopes({ ...env(), XDG_RUNTIME_DIR: join(folder, 'none') }, 'm')).toBeNull();
  expect(openScopes({ PATH: folder }, 'm')).toBeNull();
});

test('a program is put into a scope that names its run, and does not see the variable by which the manager is found', async () => {
  standIn();
  const put = await openScopes(env(), 'm')?.put('r7', program, '/bin/sh');
  expect(put?.path).toBe(join(folder, 'systemd-run'));
  const hidden = ['/usr/bin/env', '-u', 'XDG_RUNTIME_DIR', '/bin/sh', '-c', 'true', 'a b'];
  const words = ['--user', '--scope', '--quiet', '--collect', '--unit=drover-m-r7.scope', '--', ...hidden];
  expect(put?.program.argv.slice(1)).toEqual(words);
  expect(put?.program.env).toEqual({ PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: folder });
  const given = { ...program, env: { XDG_RUNTIME_DIR: '/mine' } };
  expect((await openScopes(env(), 'm')?.put('r7', given, '/bin/sh'))?.program.argv).not.toContain('-u');
});

test('a manager that refuses is asked once, and programs start without it', async () => {
  standIn('exit 1');
  const scopes = openScopes(env(), 'm');
  expect(await scopes?.put('r1', program, '/bin/sh')).toEqual({ program, path: '/bin/sh' });
  expect(await scopes?.put('r2', program, '/bin/sh')).toEqual({ program, path: '/bin/sh' });
  expect(readFileSync(join(folder, 'said'), 'utf8').match(/--scope/g)).toHaveLength(1);
});

test('who is in a scope is told by its whole name', () => {
  const scope = scopeOf('m', 'r1');
  expect(isInScope(`0::/user.slice/user@0.service/app.slice/${scope}\n`, scope)).toBe(true);
  expect(isInScope(`0::/user.slice/${scope}/below\n`, scope)).toBe(true);
  expect(isInScope(`0::/user.slice/${scopeOf('m', 'r12')}\n`, scope)).toBe(false);
  expect(isInScope('', scope)).toBe(false);
});
