import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ForgeEntry } from '../ports/config.ts';
import { findToken } from './find-token.ts';
import { placeOf } from './remote-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'token-'));
const file = (name: string, text: string, mode: number): string => {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
  return join(folder, name);
};
/** A `gh` that answers with these words and ends with this code; what it was called with stands beside it. */
const gh = (words: string, code = 0): string => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "$@" >> "${bin}/calls"\necho "${words}"\nexit ${code}\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  return bin;
};

async function token(remote: string, env: Record<string, string>, entry: ForgeEntry = {}): Promise<string | null> {
  const place = placeOf(remote, { [new URL(remote).host]: entry });
  if (place === null) throw new Error('no place');
  return findToken(place, { env: { PATH: '', ...env }, expand: (path) => path });
}
const code = (found: Promise<unknown>) =>
  found.then(
    (value) => value,
    (error: { failure?: { error_code: string; message: string } }) => error.failure?.error_code,
  );

const github = 'https://github.com/acme/shop';
const ours = 'https://gitlab.example.org/acme/shop';

describe('the token', () => {
  it('is what the configuration names: a variable, or a file that nobody else may read', async () => {
    expect(await token(ours, { MINE: ' s3cret-1 \n' }, { token_env: 'MINE' })).toBe('s3cret-1');
    expect(await token(ours, {}, { token_file: file('own', 's3cret-2\n', 0o600) })).toBe('s3cret-2');
    expect(await token(github, { GH_TOKEN: 'usual', MINE: 'mine' }, { token_env: 'MINE' })).toBe('mine');
  });

  it('that is named and cannot be had is FORGE_AUTH, and no other is taken in its place', async () => {
    expect(await code(token(github, { GH_TOKEN: 'usual' }, { token_env: 'MINE' }))).toBe('FORGE_AUTH');
    expect(await code(token(ours, {}, { token_file: file('open', 's3cret', 0o644) }))).toBe('FORGE_AUTH');
    expect(await code(token(ours, {}, { token_file: join(folder, 'none') }))).toBe('FORGE_AUTH');
    expect(await code(token(ours, { MINE: 'two\nlines' }, { token_env: 'MINE' }))).toBe('FORGE_AUTH');
    expect(await code(token(ours, { MINE: 'x\r\nhost: evil' }, { token_env: 'MINE' }))).toBe('FORGE_AUTH');
  });

  it('of the usual variables goes to the one host it is for', async () => {
    const env = { GH_TOKEN: 'gh-one', GITHUB_TOKEN: 'gh-two', GITLAB_TOKEN: 'gl-one' };
    expect(await token(github, env)).toBe('gh-one');
    expect(await token(github, { GITHUB_TOKEN: 'gh-two' })).toBe('gh-two');
    expect(await token('https://gitlab.com/a/b', env)).toBe('gl-one');
    expect(await token(ours, env)).toBeNull();
    expect(await token('https://github.com.example.org/a/b', env, { kind: 'github' })).toBeNull();
    expect(await token('https://codeberg.org/a/b', env)).toBeNull();
  });

  it('is asked of `gh` where there is no other, for that very host, and never for another forge', async () => {
    const bin = gh('gho_0123456789');
    expect(await token(github, { PATH: `${bin}:/usr/bin:/bin` })).toBe('gho_0123456789');
    expect(readFileSync(join(bin, 'calls'), 'utf8')).toBe('auth token --hostname github.com\n');
    expect(await token(github, { PATH: `${gh('not logged in', 1)}:/usr/bin:/bin` })).toBeNull();
    expect(await token(github, { PATH: `${gh('You are not logged in')}:/usr/bin:/bin` })).toBeNull();
    expect(await token(github, { PATH: folder })).toBeNull();
    const other = gh('gho_0123456789');
    expect(await token(ours, { PATH: `${other}:/usr/bin:/bin` })).toBeNull();
    expect(() => readFileSync(join(other, 'calls'))).toThrow();
  });
});
