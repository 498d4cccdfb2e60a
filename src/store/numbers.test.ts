// Numbers that were given out, in a file beside the store.
import {
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
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepNumbers, readNumbers } from './numbers.ts';

let folder: string;
let path: string;
const warned: string[] = [];
const log = { info: () => {}, warn: (text: string) => void warned.push(text), bug: () => '' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'numbers-'));
  path = join(folder, 'numbers.json');
  warned.splice(0);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['{"run": 3, "task:shop": 7}', { run: 3, 'task:shop': 7 }],
  ['{"run": "3", "task": 1.5, "chain": 2, "x": null}', { chain: 2 }],
  ['5', null],
  ['null', null],
  ['{', null],
  ['', null],
])('of a file with %s they are %j', (text, numbers) => {
  writeFileSync(path, text);
  expect(readNumbers(path)).toEqual(numbers);
});

it('are none where there is no file', () => {
  expect(readNumbers(path)).toBeNull();
});

it('are kept whole after every commit, the highest of each counter', () => {
  writeFileSync(path, '{"run": 9, "chain": 1}');
  writeFileSync(`${path}.new`, 'half of an earlier one');
  const keep = keepNumbers(path, log);
  keep(new Map([['run', 4]]));
  keep(
    new Map([
      ['run', 10],
      ['message', 1],
    ]),
  );
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ run: 10, chain: 1, message: 1 });
  keep(new Map([['run', 2]]));
  expect(readNumbers(path)).toEqual({ run: 10, chain: 1, message: 1 });
  expect(readdirSync(folder)).toEqual(['numbers.json']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(warned).toEqual([]);
});

it('are written over where they stand as long as the file is as long as before, and whole where it is not', () => {
  const keep = keepNumbers(path, log);
  const fileAfter = (run: number) => {
    keep(new Map([['run', run]]));
    expect(readNumbers(path)).toEqual({ run });
    return statSync(path).ino;
  };
  const first = fileAfter(7);
  expect(fileAfter(8)).toBe(first);
  expect(fileAfter(10)).not.toBe(first);
  writeFileSync(path, '{"run":10,"not":"ours"}');
  fileAfter(11);
});

it('are not written through a link', () => {
  const other = join(folder, 'other');
  writeFileSync(other, '{"run":1}');
  symlinkSync(other, path);
  keepNumbers(path, log)(new Map([['run', 2]]));
  expect([readNumbers(path), readFileSync(other, 'utf8')]).toEqual([{ run: 2 }, '{"run":1}']);
});

it('that cannot be kept are said, and stop nothing', () => {
  mkdirSync(path);
  keepNumbers(path, log)(new Map([['run', 1]]));
  expect(warned).toEqual(['the numbers given out are not on file']);
  keepNumbers(undefined, log)(new Map([['run', 1]]));
  expect(warned).toHaveLength(1);
});
