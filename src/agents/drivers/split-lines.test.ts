import { expect, test } from 'vitest';
import { splitLines } from './split-lines.ts';

async function linesOf(text: string, size: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
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
