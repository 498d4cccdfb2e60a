import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../../../test/needs/needs.ts';
import { mountSmallDisk } from '../../../test/suites/small-disk.ts';
import type { Files } from '../../ports/files.ts';
import { createStateFiles } from './files.ts';

let room: string;
let state: string;
let files: Files;
let count = 0;
const open = (root: string) => createStateFiles(root, () => `half-${++count}`);
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'files-'));
  state = join(room, 'state');
  mkdirSync(state);
  files = open(state);
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

const codeOf = (work: () => Promise<unknown>): Promise<string | null> =>
  (async () => work())().then(
    () => null,
    (error) => error?.failure?.error_code ?? String(error),
  );

describe('the state folder', () => {
  it.each(['../x', '/etc/passwd', 'a/../../x', '..', 'a/../../state-of-another'])('is not left by %s', async (path) => {
    const acts = [
      () => files.read(path),
      () => files.write(path, 'x'),
      () => files.remove(path),
      () => files.makeFolder(path),
    ];
    for (const act of acts) expect(await codeOf(act)).toBe('PATH_NOT_FOUND');
    expect(() => files.path(path)).toThrow('leads out');
  });

  it('is not left by a link that stands on the way', async () => {
    const outside = join(room, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret'), 'mine');
    symlinkSync(outside, join(state, 'way'));
    symlinkSync(join(outside, 'secret'), join(state, 'file'));
    for (const act of [
      ...[() => files.read('way/secret'), () => files.read('file'), () => files.write('way/new/x', 'x')],
      ...[() => files.remove('way/secret'), () => files.makeFolder('way/new'), () => files.makeFolder('way')],
    ])
      expect(await codeOf(act)).toBe('PATH_NOT_FOUND');
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  it('loses a link itself, and never what it leads to', async () => {
    writeFileSync(join(room, 'mine'), 'mine');
    symlinkSync(join(room, 'mine'), join(state, 'link'));
    await files.write('link', 'ours');
    expect([readFileSync(join(room, 'mine'), 'utf8'), readFileSync(join(state, 'link'), 'utf8')]).toEqual([
      'mine',
      'ours',
    ]);
    symlinkSync(room, join(state, 'folder'));
    await files.remove('folder');
    expect(existsSync(join(room, 'mine'))).toBe(true);
  });

  it('WT-42 is linked and copied into over no planted link: what one leads to keeps its content', async () => {
    const dev = join(room, 'dev');
    mkdirSync(join(dev, 'opencode'), { recursive: true });
    writeFileSync(join(dev, 'opencode', 'work'), 'mine');
    mkdirSync(join(state, 'homes/shop-1/.local'), { recursive: true });
    symlinkSync(dev, join(state, 'homes/shop-1/.local/share'));
    const home = join(state, 'homes/shop-1');
    expect(await files.link('/x', { root: home, path: '.local/share/opencode' })).toBe(false);
    mkdirSync(join(state, 'dependencies/opencode'), { recursive: true });
    const cache = { root: join(state, 'dependencies'), path: 'opencode' };
    expect(await files.copy(cache, { root: home, path: '.local/share/opencode' })).toBe(false);
    for (const act of [
      () => files.remove('homes/shop-1/.local/share/opencode'),
      () => files.write('homes/shop-1/.local/share/opencode/work', 'x'),
      () => files.makeFolder('homes/shop-1/.local/share/opencode'),
      () => files.read('homes/shop-1/.local/share/opencode/work'),
    ])
      expect(await codeOf(act)).toBe('PATH_NOT_FOUND');
    expect(await files.tail(join(home, '.local/share/opencode/work'), 10)).toBeNull();
    expect(await files.hash(join(home, '.local/share/opencode/work'))).toBeNull();
    expect(readFileSync(join(dev, 'opencode', 'work'), 'utf8')).toBe('mine');
    expect(await files.link('/x', { root: home, path: '.local/share' })).toBe(true);
    await files.remove('homes/shop-1');
    expect(readFileSync(join(dev, 'opencode', 'work'), 'utf8')).toBe('mine');
  });

  it('is never removed itself', async () => {
    for (const path of ['', '.', 'a/..']) expect(await codeOf(() => files.remove(path))).toBe('PATH_NOT_FOUND');
    expect(existsSync(state)).toBe(true);
  });
});

describe('a file', () => {
  it('is written whole, for its owner alone, over what was there', async () => {
    await files.write('a/b', 'one');
    expect(await files.write('a/b', 'two')).toBe(join(state, 'a/b'));
    expect(new TextDecoder().decode((await files.read('a/b')) ?? undefined)).toBe('two');
    expect(statSync(join(state, 'a/b')).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, 'a')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(state, 'a'))).toEqual(['b']);
  });

  it('that cannot take its place leaves nothing half behind', async () => {
    mkdirSync(join(state, 'taken/full'), { recursive: true });
    expect(await codeOf(() => files.write('taken', 'x'))).not.toBeNull();
    expect(readdirSync(state)).toEqual(['taken']);
  });

  it("of a person's folder that a kill cut off is whole the next time, and nothing is left beside it", async () => {
    const theirs = join(room, 'theirs');
    mkdirSync(theirs);
    const at = { root: theirs, path: 'TODO_LIST.md' };
    expect(await files.put(at, 'first', true)).toBe(true);
    const cutOff = [
      `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';`,
      `import { createStateFiles } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))};`,
      `fs.renameSync = () => process.kill(process.pid, 'SIGKILL'); syncBuiltinESMExports();`,
      `await createStateFiles(${JSON.stringify(state)}, () => 'u').put(${JSON.stringify(at)}, 'second', true);`,
    ];
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', cutOff.join('\n')]).signal).toBe('SIGKILL');
    expect(readFileSync(join(theirs, at.path), 'utf8')).toBe('first');
    expect(await files.put(at, 'second', true)).toBe(true);
    expect(readFileSync(join(theirs, at.path), 'utf8')).toBe('second');
    expect(readdirSync(theirs)).toEqual([at.path]);
  });

  it('that is not there is null, its removal is nothing', async () => {
    expect(await files.read('a')).toBeNull();
    expect(await files.tail(join(state, 'a'), 10)).toBeNull();
    expect(await files.hash(join(state, 'a'))).toBeNull();
    await files.remove('a');
  });

  it('is told by its tail and its hash', async () => {
    const path = await files.write('log', `${'x'.repeat(100)}the end`);
    expect(await files.tail(path, 7)).toBe('the end');
    expect(await files.tail(path, 1000)).toHaveLength(107);
    expect(await files.hash(await files.write('e', ''))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('is copied with links as links, replacing, and not at all where the source is missing or a link', async () => {
    const from = join(room, 'from');
    mkdirSync(from);
    writeFileSync(join(from, 'x'), 'x');
    symlinkSync('/etc/passwd', join(from, 'link'));
    writeFileSync(join(state, 'to'), 'old');
    expect(await files.copy({ root: room, path: 'from' }, { root: state, path: 'to' })).toBe(true);
    expect(lstatSync(join(state, 'to/link')).isSymbolicLink()).toBe(true);
    expect(await files.copy({ root: from, path: 'link' }, { root: state, path: 'other' })).toBe(false);
    expect(await files.copy({ root: from, path: 'none' }, { root: state, path: 'other' })).toBe(false);
    expect(existsSync(join(state, 'other'))).toBe(false);
  });
});

describe('a disk', () => {
  it(
    'that is full is told as DISK_FULL, one that is read-only as STATE_READ_ONLY, and the old file stays whole',
    needs('mounts'),
    async () => {
      const disk = mountSmallDisk();
      try {
        const small = open(disk.path);
        await small.write('kept', 'old');
        expect(await codeOf(() => small.write('kept', 'x'.repeat(2_000_000)))).toBe('DISK_FULL');
        expect(readFileSync(join(disk.path, 'kept'), 'utf8')).toBe('old');
        expect(readdirSync(disk.path)).toEqual(['kept']);
        execFileSync('mount', ['-o', 'remount,ro', disk.path]);
        expect(await codeOf(() => small.write('kept', 'new'))).toBe('STATE_READ_ONLY');
        expect(await codeOf(() => small.remove('kept'))).toBe('STATE_READ_ONLY');
        expect(readFileSync(join(disk.path, 'kept'), 'utf8')).toBe('old');
      } finally {
        disk.close();
      }
    },
  );
});
