import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTerminal } from './pty.ts';

let folder: string;
let fd: number;
let stream: PassThrough;
let heard: Buffer[];

/** What the terminal still holds, as a file: it ends where there is no more for now. */
function open(held: Buffer): void {
  writeFileSync(join(folder, 'held'), held);
  fd = openSync(join(folder, 'held'), 'r');
  readTerminal(stream, fd, (bytes) => heard.push(Buffer.from(bytes)));
}
const page = (letter: string) => Buffer.alloc(4095, letter);
const text = () => Buffer.concat(heard).toString();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  stream = new PassThrough();
  heard = [];
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

test('a full page is followed by what else is there, in one piece', () => {
  open(Buffer.concat([page('b'), page('c'), Buffer.from('end')]));
  stream.write(page('a'));
  expect(heard).toHaveLength(1);
  expect(text()).toBe(`${page('a')}${page('b')}${page('c')}end`);
});

test('less than a page is handed on as it is: there is no more for now', () => {
  open(Buffer.from('later'));
  stream.write('key');
  expect(text()).toBe('key');
});

test('what the stream held while nobody read comes before what is in the terminal', () => {
  open(Buffer.from('last'));
  stream.pause();
  stream.write(page('a'));
  stream.write(page('b'));
  stream.resume();
  while (stream.readableLength > 0) stream.read();
  expect(text()).toBe(`${page('a')}${page('b')}last`);
});

test('an endless flood is handed on in pieces, so that others are heard in between', () => {
  open(Buffer.alloc(1024 * 1024, 'x'));
  stream.write(page('a'));
  expect(heard).toHaveLength(1);
  expect(text().length).toBeGreaterThan(64 * 1024);
  expect(text().length).toBeLessThanOrEqual(128 * 1024);
});

test('a terminal that is gone ends nothing but the reading on', () => {
  open(Buffer.alloc(0));
  readTerminal(stream, 999_999, (bytes) => heard.push(Buffer.from(bytes)));
  heard = [];
  stream.write(page('a'));
  expect(text()).toBe(`${page('a')}${page('a')}`);
});
