import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
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
  const trees = [memoryTree(was === null ? {} : { [path]: was }), memoryTree({ [path]: now })] as const;
  const { hunks, unread, data } = await cutChange(plan, ...trees, [change]);
  const wanted = hunks.map(({ key }) => cutChange(plan, ...trees, [change], key));
  const texts = (await Promise.all(wanted)).flatMap(({ hunks }) => hunks.map(({ text }) => text));
  return { texts, unread, data };
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
  ['binary', Buffer.from([0, 0xff]), Buffer.from([0, 0xfe]), true],
  ['in UTF-16', wide(one), wide(other), false],
  ['in an encoding that is not told', latin(`// é\n${one}`), latin(`// é\n${other}`), false],
  ['in such an encoding before alone', latin(`// é\n${one}`), `// é\n${other}`, false],
])('a file that is %s is told as not read, and nothing of it is put back', async (_, was, now, isBinary) => {
  expect(await cut('a.js', was, now, isBinary)).toEqual({ texts: [], unread: 1, data: 0 });
});

it('a byte that makes it binary for git keeps nothing from being put back', async () => {
  expect((await cut('a.js', `// \0\n${one}`, `// \0\n${other}`, true)).texts).toHaveLength(1);
});

it('a new file is taken away whole, and each part of it alone', async () => {
  const parts = one.match(/function[^}]*\}\n/g) ?? [];
  expect((await cut('a.js', null, one)).texts).toEqual([null, parts[1], parts[0]]);
});

it('a new file in such an encoding is taken away whole, and no part of it alone', async () => {
  expect(await cut('a.js', null, latin(`// é\n${one}`))).toEqual({ texts: [null], unread: 0, data: 0 });
});

type Files = Readonly<Record<string, string>>;

const added = (change: Partial<Change> & { path: string }): Change => ({
  ...{ from: null, kind: 'added', added: 1, removed: 0, binary: false, bytes: 1 },
  ...change,
});

/** What a pair of trees came from; a file that is in one of them alone was added or deleted. */
function changesOf(was: Files, now: Files): readonly Change[] {
  const kindOf = (path: string) => (!(path in was) ? 'added' : path in now ? 'modified' : 'deleted');
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].map((path) => added({ path, kind: kindOf(path) }));
}

const cutAll = (was: Files, now: Files, changes = changesOf(was, now), only?: string) =>
  cutChange(plan, memoryTree(was), memoryTree(now), changes, only);

describe('one part is all of the change', () => {
  const gone = `${one}function c() {\n  return 3;\n}\n`;
  it.each<[string, Files, Files, boolean]>([
    ['where there is nothing else', { 'a.js': one }, { 'a.js': other }, true],
    ['though a test came with it', { 'a.js': one }, { 'a.js': other, 'test/a.js': 'a' }, true],
    ['though a document came with it', { 'a.js': one }, { 'a.js': other, 'a.md': 'a' }, true],
    ['though it has parts of its own', {}, { 'a.js': one }, true],
    ['not beside another of its file', { 'a.js': one }, { 'a.js': one.replaceAll('1', '2') }, false],
    ['not beside one of another file', { 'a.js': one, 'b.js': one }, { 'a.js': other, 'b.js': other }, false],
    ['not beside what code may read', { 'a.js': one }, { 'a.js': other, 'a.json': '{}' }, false],
    ['not beside what decides how tests run', { 'a.js': one }, { 'a.js': other, 'package.json': '{}' }, false],
    ['not beside a file that went', { 'a.js': one, 'b.js': one }, { 'a.js': other }, false],
    ['not beside a function that went', { 'a.js': gone }, { 'a.js': other }, false],
    ['not beside both', { 'a.js': gone }, { 'a.js': other, 'package.json': '{}' }, false],
    ['nor is there any where nothing changed', { 'a.js': one }, { 'a.js': `${one}// said\n` }, false],
  ])('%s', async (_, was, now, isAll) => {
    const { all, hunks } = await cutAll(was, now);
    expect(all).toBe(isAll ? hunks[0]?.key : undefined);
  });
});

it('code that went is neither data nor unread, and what code may read is data', async () => {
  const { data, unread, hunks } = await cutAll({ 'a.js': one, 'a.json': '{}' }, { 'b.json': '[]' });
  expect({ data, unread, hunks }).toEqual({ data: 2, unread: 0, hunks: [] });
});

it('one that is wanted is cut alone, whichever file it is of', async () => {
  const [was, now] = [
    { 'a.js': one, 'b.js': one },
    { 'a.js': other, 'b.js': one.replace('1', '3').replace('1', '4') },
  ];
  const { hunks } = await cutAll(was, now);
  expect(hunks.map(({ path }) => path)).toEqual(['a.js', 'b.js', 'b.js']);
  expect(hunks.filter((hunk) => 'text' in hunk)).toEqual([]);
  for (const hunk of hunks) {
    const [alone, ...others] = (await cutAll(was, now, undefined, hunk.key)).hunks;
    expect([alone, others]).toEqual([{ ...hunk, text: expect.any(String) }, []]);
  }
});

describe('what is too much', () => {
  it.each([
    [256 * 1024, 0],
    [256 * 1024 + 1, 1],
  ])('a file of %d bytes: %d unread', async (bytes, unread) => {
    const changes = [added({ path: 'a.js', kind: 'modified', bytes })];
    const cut = await cutAll({ 'a.js': one }, { 'a.js': other }, changes);
    expect([cut.unread, cut.named]).toEqual([unread, unread === 0 ? undefined : ['a.js']]);
  });

  it('of more than 200 files the largest are read, by lines that came and went', async () => {
    const names = Array.from({ length: 202 }, (_, at) => `${at}.js`);
    const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    const size = (at: number) => (at < 2 ? { added: 3, removed: 0 } : { added: 2, removed: 2 });
    const changes = names.map((path, at) => added({ path, kind: 'modified', ...size(at) }));
    const { hunks, unread, named } = await cutAll(all(one), all(other), changes);
    expect([hunks.length, unread, named]).toEqual([200, 2, ['0.js', '1.js']]);
    expect(hunks.map(({ path }) => path)).not.toContain('0.js');
    expect((await cutAll(all(one), all(other), changes.slice(1, 201))).unread).toBe(0);
  });

  /** So many functions with one line each that says `word`, in so many characters; what is quoted at its end keeps it from being read in parts. */
  function long(count: number, word: string, length: number): string {
    const made = (rest: number) =>
      Array.from({ length: count }, (_, at) => `function f${at}() {\n  return '${word}';\n}\n`).join('') +
      `f(/'/);${'x'.repeat(rest)}`;
    return made(length - made(0).length);
  }

  it('of files that are read for many parts, those that come after 16 MB; what is not read at all costs nothing', async () => {
    const [size, each] = [66_800, 60];
    const names = ['a.js', 'b.js', 'c.js', 'd.js', 'e.js'];
    const all = (word: string) => Object.fromEntries(names.map((name) => [name, long(each, word, size)]));
    const changes = ['large.js', ...names].map((path) =>
      added({
        path,
        kind: 'modified',
        bytes: path === 'large.js' ? 1024 * 1024 : size,
        added: path === 'e.js' ? 0 : 1,
      }),
    );
    const { hunks, unread, more } = await cutAll(all('was'), all('now'), changes);
    expect([hunks.length, unread, more]).toEqual([4 * each, 2, 0]);
    expect(hunks.map(({ path }) => path)).not.toContain('e.js');
  });

  it('of a large file the parts that come after 4 MB, and none that was read is all then', async () => {
    const was = long(16, 'was', 250_000);
    const lines = was.split('\n').map((line, at) => {
      if (at % 3 !== 1) return line;
      if (at === 1) return "  return 'is' +\n    'now';";
      return at === 46 ? line.replace('was', 'now') : `  // one\n  // two\n${line}`;
    });
    for (const beside of [{}, { 'package.json': '{}' }]) {
      const { hunks, more, all } = await cutAll({ 'a.js': was }, { 'a.js': lines.join('\n'), ...beside });
      expect([hunks.length, more, all]).toEqual([1, 1, undefined]);
    }
  });
});

it.each([
  [8, []],
  [9, ['base 1.js', 'base from.js', 'base 3.js', 'tree 0.js', 'tree 1.js', 'tree 2.js', 'tree 3.js']],
])('of %d files what is read is asked for at once, if there are more than a few', async (count, wanted) => {
  const names = Array.from({ length: count }, (_, at) => `${at}.js`);
  const all = Object.fromEntries([...names, 'from.js'].map((name) => [name, one]));
  const asked: string[] = [];
  const tree = (name: string) => ({
    ...memoryTree(all),
    ahead: async (paths: readonly string[]) => {
      asked.push(...paths.map((path) => `${name} ${path}`));
    },
  });
  const changes = names.map((path, at) =>
    added({ path, kind: at === 0 ? 'added' : 'modified', from: at === 2 ? 'from.js' : null }),
  );
  await cutChange(plan, tree('base'), tree('tree'), changes);
  expect(asked.filter((each) => /from|[0-3]\.js/.test(each))).toEqual(wanted);
});

it('of many files nothing is read before what was asked for is there', async () => {
  const all = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.js`, one]));
  const said: string[] = [];
  const tree = (name: string): Tree => ({
    ...memoryTree(all),
    ahead: async () => {
      await new Promise(setImmediate);
      said.push(`${name} is there`);
    },
    read: async () => {
      said.push(`${name} is read`);
      return null;
    },
  });
  await cutChange(plan, tree('base'), tree('tree'), changesOf(all, all));
  expect(said.slice(0, 3)).toEqual(['base is there', 'tree is there', 'base is read']);
});

describe('a large file', () => {
  const large = (sign: string) =>
    Array.from(
      { length: 300 },
      (_, at) => `function f${at}(a) {\n${'  a();\n'.repeat(30)}  return a ${sign} ${at};\n}\n`,
    ).join('');
  const [was, now] = [{ 'a.js': large('+') }, { 'a.js': large('-') }];

  it('is cut while others go on', async () => {
    let turns = 0;
    let ends = false;
    const turn = () => {
      turns += 1;
      if (!ends) setImmediate(turn);
    };
    setImmediate(turn);
    const { hunks, unread } = await cutAll(was, now);
    ends = true;
    expect([hunks.length, unread]).toEqual([300, 0]);
    expect(turns).toBeGreaterThan(100);
  });

  it('is put back as a small one is', async () => {
    const { hunks } = await cutAll(was, now);
    const wanted = await cutAll(was, now, undefined, hunks[3]?.key);
    expect(wanted.hunks).toEqual([{ ...hunks[3], text: now['a.js'].replace('a - 3;', 'a + 3;') }]);
  });
});
