// What a person hands over by standard input or a file, however it comes in.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textLimit } from '../../../contract/limits.ts';
import type { Console } from '../terminal/console.ts';
import { readText } from './read-text.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'drover-text-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const from = (chunks: Iterable<Uint8Array>) => ({ cwd, stdin: Readable.from(chunks) as Console['stdin'] });
const eachByte = (text: string) => Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));

describe('a text', () => {
  it('PC-72 of 200 KB with quotes, backticks, variables, line ends and NUL is whole though each byte comes by itself', async () => {
    const text = 'Is it `so`, "$HOME", \'né\' 🎣?\r\n\0'.repeat(5900);
    expect(Buffer.byteLength(text)).toBeGreaterThan(190_000);
    expect(await readText('-', from(eachByte(text)), { strict: true })).toEqual({ ok: true, text });
  });

  it.each([
    ['a sign that is cut', Uint8Array.of(0x61, 0xf0, 0x9f), 'USAGE'],
    ['bytes that are none', Uint8Array.of(0xff), 'USAGE'],
    ['more than is taken', Buffer.alloc(textLimit + 1, 'x'), 'TEXT_TOO_LONG'],
  ])('with %s is refused', async (_what, bytes, error_code) => {
    expect(await readText('-', from([bytes]), { strict: true })).toMatchObject({ ok: false, failure: { error_code } });
  });

  it('of a file is that file, of just as much as is taken; a folder or nothing is refused', async () => {
    writeFileSync(join(cwd, 'a.md'), 'x'.repeat(textLimit));
    mkdirSync(join(cwd, 'b'));
    const of = (file: string) => readText(file, from([]));
    expect(await of('a.md')).toMatchObject({ ok: true, text: 'x'.repeat(textLimit) });
    const refused = [await of('b'), await of('c.md')].map((text) => (text.ok ? '' : text.failure.message));
    expect(refused).toEqual(['b is a folder.', 'c.md cannot be read.']);
  });
});
