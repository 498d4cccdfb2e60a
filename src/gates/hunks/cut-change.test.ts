import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../ports/gates.ts';
import { cutChange } from './cut-change.ts';

const plan = { tests: ['test/**'], guarded: [] };
const latin = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

async function cut(path: string, was: string | Uint8Array | null, now: string | Uint8Array, isBinary = false) {
  const change: Change = {
    ...{ path, from: null, added: 1, removed: 1 },
    kind: was === null ? 'added' : 'modified',
    ...{ binary: isBinary, bytes: now.length },
  };
  const { hunks, unread, data } = await cutChange(
    plan,
    memoryTree(was === null ? {} : { [path]: was }),
    memoryTree({ [path]: now }),
    [change],
  );
  return { texts: hunks.map(({ text }) => text), unread, data };
}

const one = 'function a() {\n  return 1;\n}\nfunction b() {\n  return 1;\n}\n';
const other = one.replace('1', '2');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');

it.each([
  ['lines that end as on another system', 'a.js', crlf(one), crlf(other)],
  ['no newline at the end', 'a.js', one.trimEnd(), other.trimEnd()],
  ['a mark of its encoding', 'a.js', `\uFEFF${one}`, `\uFEFF${other}`],
  ['a language that nobody knows', 'a.zig', one, other],
  ['a language without a grammar', 'a.lua', 'local a = 1\nprint(a)\n', 'local a = 2\nprint(a)\n'],
])('with %s it is put back byte by byte', async (_, path, was, now) => {
  const isKnown = path !== 'a.zig';
  expect(await cut(path, was, now)).toEqual({ texts: isKnown ? [was] : [], unread: 0, data: isKnown ? 0 : 1 });
});

it.each([
  ['other line ends alone', one, crlf(one)],
  ['a newline at the end alone', one.trimEnd(), one],
  ['a mark of its encoding alone', one, `\uFEFF${one}`],
])('%s are no part', async (_, was, now) => {
  expect(await cut('a.js', was, now)).toEqual({ texts: [], unread: 0, data: 0 });
});

it.each([
  ['binary', Buffer.from([0, 1]), Buffer.from([0, 2]), true],
  ['in UTF-16', wide(one), wide(other), false],
  ['in an encoding that is not told', latin(`// é\n${one}`), latin(`// é\n${other}`), false],
  ['in such an encoding before alone', latin(`// é\n${one}`), `// é\n${other}`, false],
])('a file that is %s is told as not read, and nothing of it is put back', async (_, was, now, isBinary) => {
  expect(await cut('a.js', was, now, isBinary)).toEqual({ texts: [], unread: 1, data: 0 });
});

it('a new file in such an encoding is taken away whole, and no part of it alone', async () => {
  expect(await cut('a.js', null, latin(`// é\n${one}`))).toEqual({ texts: [null], unread: 0, data: 0 });
});
