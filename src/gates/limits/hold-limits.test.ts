import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { LimitsWish } from '../../domain/evidence/gate-plan.ts';
import type { Change } from '../../ports/gates.ts';
import type { FileReading } from '../functions/read-functions.ts';
import { holdLimits } from './hold-limits.ts';

type Files = Readonly<Record<string, string>>;

const plan = { tests: ['test/**', '**/*.test.ts'], guarded: [] };
const wish: LimitsWish = { function: 50, file: 200, nesting: 3 };

const linesIn = (text = ''): number => text.split('\n').length;

/** `moved`: new path to old. */
function changesOf(before: Files, after: Files, moved: Files = {}): readonly Change[] {
  const old = Object.values(moved);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => !old.includes(path));
  return paths.flatMap((path) => {
    const from = moved[path] ?? null;
    const kind =
      from !== null
        ? 'renamed'
        : before[path] === undefined
          ? 'added'
          : after[path] === undefined
            ? 'deleted'
            : 'modified';
    const text = after[path] ?? '';
    const removed = Math.max(0, linesIn(before[from ?? path]) - linesIn(after[path]));
    const counts = { added: 1, removed, binary: text.includes('\0'), bytes: text.length };
    return before[path] === after[path] ? [] : [{ path, kind, from, ...counts } satisfies Change];
  });
}

async function hold(after: Files, before: Files = {}, limits: LimitsWish = wish, moved: Files = {}) {
  const change = { plan, base: memoryTree(before), tree: memoryTree(after), changes: changesOf(before, after, moved) };
  const { findings, otherwise } = await holdLimits(limits, change);
  const say = (weight: 'fail' | 'note') =>
    findings.filter((each) => each.weight === weight).map(({ file, line, what }) => `${file}:${line}: ${what}`);
  return { fails: say('fail'), notes: say('note'), ...otherwise };
}

const lines = (count: number, word = 'step'): string =>
  Array.from({ length: count }, (_, at) => `  ${word}(${at});\n`).join('');
/** A function of so many lines in all. */
const long = (name: string, count: number, word = name): string => `function ${name}() {\n${lines(count - 2, word)}}\n`;
const deep = (name: string, count: number): string =>
  `function ${name}() {\n${'if (a) {\n'.repeat(count)}b();\n${'}\n'.repeat(count)}}\n`;

describe('limits of size and nesting', () => {
  it('PC-22 a function of 51 lines, a file of 201 and nesting of 4 are told with file and line; at the limit is not over it', async () => {
    const over = await hold({
      'src/long.ts': long('beat', 51),
      'src/file.ts': '// line\n'.repeat(201),
      'src/deep.ts': deep('dig', 4),
    });
    expect(over.fails).toEqual([
      'src/file.ts:201: the file has 201 lines, limit 200',
      'src/long.ts:1: function beat has 51 lines, limit 50',
      'src/deep.ts:5: function dig nests 4 deep, limit 3',
    ]);
    const at = await hold({
      'src/long.ts': long('beat', 50),
      'src/file.ts': '// line\n'.repeat(200),
      'src/deep.ts': deep('dig', 3),
    });
    expect(at).toEqual({ fails: [], notes: [], verdict: 'passed', why: '3 files measured' });
  });

  it('PC-22 limits are what is configured, and what is not configured is not held', async () => {
    const files = { 'a.js': `${long('beat', 11)}${deep('dig', 5)}${'// line\n'.repeat(300)}` };
    expect((await hold(files, {}, { function: 10 })).fails).toEqual([
      'a.js:1: function beat has 11 lines, limit 10',
      'a.js:12: function dig has 13 lines, limit 10',
    ]);
    expect((await hold(files, {}, { nesting: 5 })).fails).toEqual([]);
    expect((await hold(files, {}, { file: 300 })).fails).toEqual(['a.js:301: the file has 324 lines, limit 300']);
  });

  it('PC-22 code that was over before and did not grow is not told, nor are files that were not changed', async () => {
    const before = {
      'a.ts': `${long('old', 80)}${deep('dark', 6)}${'// line\n'.repeat(300)}`,
      'b.ts': long('other', 90),
    };
    const after = { ...before, 'a.ts': before['a.ts'].replace('old(3)', 'old(4)') };
    expect(await hold(after, before)).toMatchObject({ fails: [], verdict: 'passed' });
  });

  it('what was over before and grew is told beside what it was', async () => {
    const before = { 'a.ts': `${long('grow', 60)}${deep('dig', 4)}${'// line\n'.repeat(200)}` };
    const after = { 'a.ts': `${long('grow', 63)}${deep('dig', 5)}${'// line\n'.repeat(200)}` };
    expect((await hold(after, before)).fails).toEqual([
      'a.ts:201: the file has 276 lines, limit 200 (base: 271)',
      'a.ts:1: function grow has 63 lines, limit 50 (base: 60)',
      'a.ts:69: function dig nests 5 deep, limit 3 (base: 4)',
    ]);
    const small = { 'a.ts': long('grow', 41) };
    expect((await hold({ 'a.ts': long('grow', 63) }, small)).fails).toEqual([
      'a.ts:1: function grow has 63 lines, limit 50 (base: 41)',
    ]);
  });

  it('where limits are absolute, what was over before fails once it is touched, and only then', async () => {
    const limits = { ...wish, absolute: true };
    const before = { 'a.ts': `${long('touched', 80)}${long('left', 80)}` };
    const after = { 'a.ts': `${long('touched', 70)}${long('left', 80)}` };
    expect((await hold(after, before, limits)).fails).toEqual([
      'a.ts:1: function touched has 70 lines, limit 50 (base: 80)',
    ]);
  });

  it('a file that was renamed, and functions that were renamed or moved, are held to what they were', async () => {
    const before = { 'old.ts': `${long('walk', 80)}${'// line\n'.repeat(200)}`, 'from.ts': long('far', 70) };
    const after = { 'new.ts': before['old.ts'], 'to.ts': long('near', 70, 'far') };
    expect(await hold(after, before, wish, { 'new.ts': 'old.ts' })).toMatchObject({ fails: [], verdict: 'passed' });
    const left = { 'from.ts': `${long('far', 70)}${long('stays', 20)}` };
    const apart = { 'from.ts': long('stays', 20), 'to.ts': long('far', 70) };
    expect(await hold(apart, left)).toMatchObject({ fails: [], verdict: 'passed' });
    const renamed = { ...before, 'old.ts': before['old.ts'].replace('function walk', 'function run') };
    expect(await hold(renamed, before)).toMatchObject({ fails: [] });
  });

  it('a copy of a function that was over is a new one, and a half that is cut out of one is not', async () => {
    const before = { 'a.ts': long('walk', 120) };
    const copied = { 'a.ts': long('walk', 120), 'b.ts': long('walk', 120) };
    expect((await hold(copied, before)).fails).toEqual(['b.ts:1: function walk has 120 lines, limit 50']);
    const cut = { 'a.ts': `function walk() {\n  first();\n${lines(40, 'walk')}}\n${long('first', 80, 'walk')}` };
    expect((await hold(cut, before)).fails).toEqual([]);
  });

  it('tests, documents, data and what is no code are not measured', async () => {
    const text = long('beat', 300);
    const files = { 'test/a.ts': text, 'src/a.test.ts': text, 'README.md': text, 'data.json': text };
    expect(await hold(files)).toEqual({
      ...{ fails: [], notes: [], verdict: 'skipped', why: 'the change writes no code that ships' },
    });
  });

  it('a language without a grammar is held to the length of its files alone, and that is said', async () => {
    const shell = { 'bin/run.sh': 'echo\n'.repeat(201) };
    expect((await hold(shell)).fails).toEqual(['bin/run.sh:201: the file has 201 lines, limit 200']);
    expect(await hold(shell, {}, { function: 50 })).toEqual({
      ...{ fails: [], notes: [], verdict: 'skipped', why: 'not measured: bin/run.sh (no grammar for .sh)' },
    });
    expect(await hold({ ...shell, 'a.ts': 'a();\n' }, {}, { function: 50 })).toMatchObject({
      ...{ verdict: 'passed', why: '1 file measured; not measured: bin/run.sh (no grammar for .sh)' },
    });
  });

  it('binary, minified and generated files are left out, with a note; a mark that comes with a change excuses nothing', async () => {
    const minified = `${'a(b);'.repeat(2000)}\n${long('beat', 90)}`;
    const generated = `// Code generated by protoc. DO NOT EDIT.\n${long('beat', 90)}`;
    expect(await hold({ 'a.js': minified, 'b.ts': generated, 'c.ts': '\0'.repeat(10) })).toEqual({
      fails: [],
      notes: [
        'c.ts:null: is not measured: binary',
        'a.js:null: is not measured: minified',
        'b.ts:null: is not measured: it says that it is generated',
      ],
      verdict: 'skipped',
      why: 'not measured: c.ts (binary), a.js (minified), b.ts (it says that it is generated)',
    });
    expect((await hold({ 'b.ts': generated }, { 'b.ts': long('beat', 40) })).fails).toEqual([
      'b.ts:2: function beat has 90 lines, limit 50 (base: 40)',
    ]);
  });

  it('what does not parse any more is told, and measured as far as it can be', async () => {
    const broken = `${long('beat', 60)}function ( {{ ]\n`;
    const told = await hold({ 'a.ts': broken }, { 'a.ts': long('beat', 60) });
    expect(told).toMatchObject({ verdict: 'passed', fails: [] });
    expect(told.notes).toEqual([
      'a.ts:61: does not parse from here: functions are measured as far as they can be told',
    ]);
    expect((await hold({ 'a.ts': `${broken}x` }, { 'a.ts': broken })).notes).toEqual([]);
  });

  it('a file that is too large to be parsed is held to its length, with a note', async () => {
    const told = await hold({ 'a.ts': `// ${'x'.repeat(100)}\n`.repeat(12_000) });
    expect(told.fails).toEqual(['a.ts:201: the file has 12000 lines, limit 200']);
    expect(told.notes).toEqual(['a.ts:null: is not measured: larger than is parsed']);
  });

  it('what should have been measured and was not is no pass, whatever else was: a grammar that is not there, a thread that died', async () => {
    const files = { 'a.ts': 'a();\n', 'b.py': 'b()\n' };
    const change = { plan, base: memoryTree({}), tree: memoryTree(files), changes: changesOf({}, files) };
    const one = async (each: readonly { readonly path: string }[]): Promise<readonly FileReading[]> =>
      each.map(({ path }) =>
        path === 'b.py'
          ? { kind: 'unread', why: 'the grammar of python is not there' }
          : { kind: 'read', functions: [], brokenAt: null },
      );
    expect((await holdLimits(wish, change, one)).otherwise).toEqual({
      ...{ verdict: 'not_configured', why: 'could not be measured: b.py (the grammar of python is not there)' },
    });
    expect((await holdLimits({ file: 200 }, change, one)).otherwise).toMatchObject({ verdict: 'passed' });
  });

  it('of thousands of long functions each is told, and the comparison with those that went is bounded', async () => {
    const many = (word: string) => Array.from({ length: 1500 }, (_, at) => long(`${word}${at}`, 12, 'f')).join('');
    const told = await hold({ 'b.js': many('now') }, { 'a.js': many('was') }, { function: 10 });
    expect(told.fails.length).toBeGreaterThan(0);
    expect(told.verdict).toBe('passed');
  }, 20_000);

  it('lines that end as on Windows are the same lines', async () => {
    const unix = long('beat', 60);
    expect((await hold({ 'a.ts': unix.replaceAll('\n', '\r\n') }, { 'a.ts': unix })).fails).toEqual([]);
    expect((await hold({ 'a.ts': long('beat', 51).replaceAll('\n', '\r\n') })).fails).toEqual([
      'a.ts:1: function beat has 51 lines, limit 50',
    ]);
  });

  it('a callback is not told beside the function that it stands in; by itself it is', async () => {
    const callback = `each((one) => {\n${lines(60)}});\n`;
    expect((await hold({ 'a.ts': `function all() {\n${callback}}\n` })).fails).toEqual([
      'a.ts:1: function all has 64 lines, limit 50',
    ]);
    expect((await hold({ 'a.ts': callback })).fails).toEqual([
      'a.ts:1: a function without a name has 62 lines, limit 50',
    ]);
    expect((await hold({ 'a.ts': `const all = () => ${callback}` })).fails).toEqual([
      'a.ts:1: function all has 62 lines, limit 50',
    ]);
    for (const [text, first] of [
      [`${long('all', 60)}${callback}`, 61],
      [`${callback}${long('all', 60)}`, 1],
    ] as const)
      expect((await hold({ 'a.ts': text })).fails).toContain(
        `a.ts:${first}: a function without a name has 62 lines, limit 50`,
      );
  });

  it('an empty change, and one that only takes away, are skipped', async () => {
    expect(await hold({})).toMatchObject({ verdict: 'skipped' });
    expect(await hold({}, { 'a.ts': long('beat', 90) })).toMatchObject({ verdict: 'skipped', fails: [] });
    expect(await hold({ 'a.ts': '' }, { 'a.ts': long('beat', 90) })).toMatchObject({ fails: [] });
  });
});
