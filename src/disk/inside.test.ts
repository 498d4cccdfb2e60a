import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringInside, changedInside, lookInside } from './inside.ts';

let room: string;
let from: string;
let into: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'inside-'));
  [from, into] = [join(room, 'from'), join(room, 'into')];
  for (const path of ['from/config/local', 'into', 'keys', '.ssh']) mkdirSync(join(room, path), { recursive: true });
  writeFileSync(join(room, 'keys', 'id_rsa'), 'the key');
  writeFileSync(join(from, '.env'), 'TOKEN=abc');
  writeFileSync(join(from, 'config', 'local', 'a.yml'), 'a: 1');
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

describe('files inside a folder', () => {
  it('are brought with their folders, and replace what stood there', async () => {
    writeFileSync(join(into, '.env'), 'old');
    expect(await bringInside(from, '.env', into)).toBe('brought');
    expect(await bringInside(from, './config//local', into)).toBe('brought');
    expect(readFileSync(join(into, '.env'), 'utf8')).toBe('TOKEN=abc');
    expect(readFileSync(join(into, 'config/local/a.yml'), 'utf8')).toBe('a: 1');
    expect(await bringInside(from, 'nothing', into)).toBe('missing');
    expect(await changedInside(from, 'config/local/a.yml')).toBeGreaterThan(0);
    expect(await changedInside(from, 'config')).toBeNull();
    expect(await lookInside(from, './config//local/')).toMatchObject({ files: [{ path: 'config/local/a.yml' }] });
  });

  it.each(['../keys/id_rsa', '/etc/passwd', 'config/../../keys/id_rsa', '.', '', '.git/config', '.GIT/config', 'a\0b'])(
    'leave it by no path: %j',
    async (path) => {
      expect(await bringInside(from, path, into)).toBe('outside');
      expect((await lookInside(from, path)).kind).toBe('outside');
      expect(await changedInside(from, path)).toBeNull();
    },
  );

  it('are reached by no link: at the end, on the way, or inside a folder', async () => {
    symlinkSync(join(room, 'keys', 'id_rsa'), join(from, 'stolen'));
    symlinkSync(join(room, 'keys'), join(from, 'way'));
    symlinkSync(join(room, 'keys', 'id_rsa'), join(from, 'config', 'local', 'key'));
    for (const path of ['stolen', 'way/id_rsa', 'way']) {
      expect(await bringInside(from, path, into), path).toBe('link');
      expect(await lookInside(from, path), path).toEqual({ kind: 'link' });
      expect(await changedInside(from, path), path).toBeNull();
    }
    expect(await bringInside(from, 'config', into)).toBe('brought');
    expect(existsSync(join(into, 'config', 'local', 'key'))).toBe(false);
    expect(await lookInside(from, 'config')).toEqual({
      kind: 'files',
      files: [{ path: 'config/local/a.yml', text: 'a: 1' }],
    });
  });

  it('are not brought through a link that a tree laid in their way', async () => {
    mkdirSync(join(from, 'out'));
    writeFileSync(join(from, 'out', 'authorized_keys'), 'mine');
    symlinkSync(join(room, '.ssh'), join(into, 'out'));
    expect(await bringInside(from, 'out/authorized_keys', into)).toBe('link');
    expect(existsSync(join(room, '.ssh', 'authorized_keys'))).toBe(false);
    symlinkSync(join(room, 'keys', 'id_rsa'), join(into, '.env'));
    expect(await bringInside(from, '.env', into)).toBe('brought');
    expect(readFileSync(join(room, 'keys', 'id_rsa'), 'utf8')).toBe('the key');
    expect(lstatSync(join(into, '.env')).isFile()).toBe(true);
  });
});
