import { expect, test } from 'vitest';
import { splitLines } from './lines.ts';

async function linesOf(text: string, size: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  // Lent, as a keeper's are: each stands where the one before stood.
  const place = Buffer.alloc(size);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield place.subarray(0, bytes.copy(place, 0, at, at + size));
  }
  const lines: string[] = [];
  for await (const line of splitLines(pieces())) lines.push(line);
  return lines;
}

test.each([1, 2, 3, 7, 1000])(
  'lines are the same whatever the pieces (%i bytes), and split at LF only',
  async (size) => {
    expect(await linesOf('{"a":"ü中🐎"}\n\u2028\u0085\r\n\nlast', size)).toEqual([
      '{"a":"ü中🐎"}',
      '\u2028\u0085\r',
      '',
      'last',
    ]);
  },
);

test('a line of 1 MB comes whole', async () => {
  const line = 'ü'.repeat(500_000);
  expect(await linesOf(`${line}\n`, 65_536)).toEqual([line]);
});

test('WT-66 a line of 200 MB is told by its beginning and its length, and the next one is whole', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  async function* flood() {
    yield Buffer.from('{"a":"');
    for (let number = 0; number < 200; number += 1) yield piece;
    yield Buffer.from('"}\n{"b":1}\n');
  }
  const lines: string[] = [];
  for await (const line of splitLines(flood())) lines.push(line);
  expect(lines.map((line) => line.length <= 66_000)).toEqual([true, true]);
  expect(lines[0]).toContain('a line of 209715208 bytes, cut off');
  expect(lines[1]).toBe('{"b":1}');
});

test('WT-66 a line of 8 MB comes whole, one that lacks its end is cut alike', async () => {
  const line = 'x'.repeat(8 * 1024 * 1024);
  expect((await linesOf(`${line}\n`, 65_536))[0]?.length).toBe(line.length);
  expect((await linesOf(`${line}x`, 65_536))[0]).toMatch(/^x{65536}\.\.\. \(a line of 8388609 bytes, cut off\)$/);
});
