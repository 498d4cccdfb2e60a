import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Search } from '../ports/search.ts';
import { openSearchIndex } from './search-index.ts';

let folder: string;
let index: Search;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
  index = openSearchIndex(join(folder, 'search.db'));
});
afterEach(() => {
  index.close();
  rmSync(folder, { recursive: true });
});

const passage = (key: string, text: string) => ({ key, thing: key, task: 'shop-1', part: 'task', at: 1, text });
const found = (words: string) => index.find(words, 10).map(({ thing }) => thing);

test('words of every script are found, in any case, all of them or nothing', () => {
  index.put([passage('a', 'The Heartbeat job does not fire'), passage('b', '心跳任务没有触发，先看日志')], 7);
  expect(found('heartbeat FIRE')).toEqual(['a']);
  expect(found('heartbeat nothing')).toEqual([]);
  expect(found('心跳任务')).toEqual(['b']);
  expect(found('日志')).toEqual(['b']);
  expect(index.find('heartbeat', 10)[0]?.text).toContain('Heartbeat job');
  expect(found('   ')).toEqual([]);
});

test('of a long text what stands around the words is told, and its beginning for words without a place', () => {
  index.put([passage('a', `${'far away '.repeat(100)}the heartbeat of x1 ${'and on '.repeat(100)}`)], 1);
  expect(index.find('heartbeat', 10)[0]?.text).toContain('the heartbeat of x1');
  expect(index.find('heartbeat', 10)[0]?.text.length).toBeLessThan(200);
  expect(index.find('x1', 10)[0]?.text).toBe('far away '.repeat(100).slice(0, 200));
});

test('what is asked for is text and no query', () => {
  index.put([passage('a', 'say "NEAR" OR 100% of a_b')], 1);
  for (const words of ['"NEAR" OR', '*', 'text:say', 'a"b', '"', '(', '%_'])
    expect(() => found(words), words).not.toThrow();
  expect(found('"NEAR"')).toEqual(['a']);
  expect(found('_c')).toEqual([]);
});

test('a passage told again replaces what it was, and the place in the journal stays over a restart', () => {
  index.put([passage('a', 'the first words')], 3);
  index.put([passage('a', 'the second words')], 5);
  expect([found('first'), found('second')]).toEqual([[], ['a']]);
  index.close();
  index = openSearchIndex(join(folder, 'search.db'));
  expect([index.position(), found('second')]).toEqual([5, ['a']]);
});

test('where nothing can be written it is said by a code, and only when it is used', () => {
  const blocked = openSearchIndex(join(folder, 'nowhere', 'search.db'));
  expect(() => blocked.position()).toThrow();
  writeFileSync(join(folder, 'plain'), '');
  expect(() => openSearchIndex(join(folder, 'plain', 'search.db'))).not.toThrow();
  blocked.close();
});

test('a file that is no index, or a damaged one, is begun anew, whatever lies beside it', () => {
  index.put([passage('a', 'the first words')], 3);
  index.close();
  const path = join(folder, 'search.db');
  writeFileSync(path, Buffer.alloc(statSync(path).size, 7));
  for (const end of ['-wal', '-shm', '-journal']) writeFileSync(`${path}${end}`, Buffer.alloc(4096, 7));
  index = openSearchIndex(path);
  expect([index.position(), found('first')]).toEqual([0, []]);
  index.put([passage('b', 'the second words')], 4);
  index.close();
  index = openSearchIndex(path);
  expect([index.position(), found('second')]).toEqual([4, ['b']]);
});

test('nobody else may read it, nor what lies beside it', () => {
  index.put([passage('a', 'words of a task')], 1);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(modes).toContainEqual(['search.db', 0o600]);
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
});

test('of a text the first 256 Ki characters are looked through', () => {
  const before = 'a'.repeat(256 * 1024 - 'needle'.length);
  index.put([passage('a', `${before}needlebeyond`)], 1);
  expect([found('needle'), found('beyond')]).toEqual([['a'], []]);
});
