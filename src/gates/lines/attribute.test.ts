import { describe, expect, it } from 'vitest';
import type { LinesWord } from '../../domain/evidence/reached.ts';
import { attribute } from './attribute.ts';
import { readTrace, type Trace } from './read-trace.ts';

const key = (title: string) => ['t.test.js', title];
const begins = (title: string) => ({ k: 'test', test: key(title) });
/** Lines of `src/a.js` that were called, and files in which others were. */
const ran = (at: string, tests: readonly string[], called: readonly number[], others: readonly string[] = []) => ({
  ...{ k: 'window', at, tests: tests.map(key), others },
  lines: called.length === 0 ? [] : [{ file: 'src/a.js', called, loaded: [] }],
});
const trace = (...records: readonly object[]): Trace => {
  const read = readTrace(
    [{ k: 'begin', of: null }, ...records, { k: 'end' }].map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  if (read === null) throw new Error('no trace');
  return read;
};
const source = Array.from({ length: 9 }, (_, at) => `run(${at});`).join('\n');
const change = {
  files: [{ path: 'src/a.js', source, changed: { written: [3, 4], gaps: [7] } }],
  language: 'javascript',
  isProduction: (path: string) => (path.startsWith('dist/') ? null : path.startsWith('src/')),
} as const;
const none = { code: false, data: false };
const told = (traces: readonly Trace[], titles: readonly string[], beside = none) => {
  const word = attribute(
    traces,
    titles.map((title) => `t.test.js > ${title}`),
    change,
    beside,
  );
  return word.kind === 'untold' ? word.why : named(word);
};
const named = (word: Extract<LinesWord, { kind: 'measured' }>) => {
  const name = (id: string) => id.slice('t.test.js > '.length);
  return {
    reached: Object.fromEntries(word.reached.map(({ id, lines }) => [name(id), lines])),
    nothing: word.nothing.map(name),
    unsure: word.unsure.map(name),
  };
};
const reaches = (title: string, lines: readonly (readonly number[])[]) => ({
  reached: { [title]: lines },
  nothing: [],
  unsure: [],
});
const nothing = { reached: {}, nothing: ['a'], unsure: [] };
const unsure = { reached: {}, nothing: [], unsure: ['a'] };

describe('which test ran what of a change', () => {
  it.each<readonly [string, readonly object[], object]>([
    ['in the test itself', [begins('a'), ran('test', ['a'], [1, 3, 4])], reaches('a', [[3, 4]])],
    ['beside what was taken away', [begins('a'), ran('test', ['a'], [8])], reaches('a', [[8, 8]])],
    ['while its file was loaded', [ran('load', [], [3]), begins('a')], reaches('a', [[3, 3]])],
    ['after it', [begins('a'), ran('between', [], [3])], reaches('a', [[3, 3]])],
    ['no line that was changed', [begins('a'), ran('test', ['a'], [1, 2, 9])], nothing],
    ['nothing at all', [begins('a')], nothing],
    [
      'other code, which may have kept something',
      [begins('b'), ran('test', ['b'], [3]), begins('a'), ran('test', ['a'], [1])],
      unsure,
    ],
    ['nothing after a test that did', [begins('b'), ran('test', ['b'], [3]), begins('a')], nothing],
    ['what was built', [begins('a'), ran('test', ['a'], [], ['dist/a.js'])], unsure],
    ['a test file alone', [begins('a'), ran('test', ['a'], [], ['t.test.js'])], nothing],
  ])('%s', (_what, records, expected) => expect(told([trace(...records)], ['a'])).toEqual(expected));

  it('what was made ready between tests is for all that follow, not for those before', () => {
    const whole = trace(begins('x'), begins('a'), ran('between', [], [3]), begins('b'), begins('c'));
    expect(told([whole], ['x', 'a', 'b', 'c'])).toEqual({
      reached: { a: [[3, 3]], b: [[3, 3]], c: [[3, 3]] },
      nothing: ['x'],
      unsure: [],
    });
  });

  it('a program that a test started counts for it, one that nobody knows for all, and one that was ended is not told', () => {
    const tests = trace(begins('a'), begins('b'));
    const child = (of: string | null) => ({
      ...trace(ran('load', [], [3])),
      of: of === null ? null : (key(of) as [string, string]),
    });
    expect(told([tests, child('a')], ['a', 'b'])).toEqual({ reached: { a: [[3, 3]] }, nothing: ['b'], unsure: [] });
    expect(told([tests, child(null)], ['a', 'b'])).toMatchObject({ nothing: [], unsure: [] });
    const killed = { ...trace(), of: key('a') as [string, string], ended: false };
    expect(told([tests, killed], ['a', 'b'])).toEqual({ reached: {}, nothing: ['b'], unsure: ['a'] });
  });

  it('data and code of other languages leave it open, and only for who may feel them', () => {
    const whole = trace(begins('a'), ran('test', ['a'], [1]), begins('b'));
    expect(told([whole], ['a', 'b'], { code: false, data: true })).toEqual({
      reached: {},
      nothing: ['b'],
      unsure: ['a'],
    });
    expect(told([whole], ['a', 'b'], { code: true, data: false })).toEqual({
      reached: {},
      nothing: [],
      unsure: ['a', 'b'],
    });
  });

  it.each<readonly [string, string, object | string]>([
    ['a comment', '// why\nrun();\n', { reached: {}, nothing: ['a'], unsure: [] }],
    ['a type', 'type A = string;\nrun();\n', 'no line that was changed can be run'],
  ])('%s is nothing that a test can run; what only says something to others is told', (_what, source, expected) => {
    const files = [{ path: 'src/a.ts', source, changed: { written: [1], gaps: [] } }];
    const text = source.replace('type A = string;', ' '.repeat(16));
    const loaded = trace(
      { k: 'script', id: '1', file: 'src/a.ts', text, map: null },
      { k: 'window', at: 'load', tests: [], ran: [['1', [[0, text.length, 1]]]], others: [] },
      begins('a'),
    );
    const word = attribute([loaded], ['t.test.js > a'], { ...change, files }, none);
    expect(word.kind === 'untold' ? word.why : named(word)).toEqual(expected);
  });

  it('a test of a file of which nothing was told is left open', () => {
    const word = attribute([trace(begins('a'))], ['t.test.js > a', 'other.test.js > z'], change, none);
    expect(word).toMatchObject({ nothing: ['t.test.js > a'], unsure: ['other.test.js > z'] });
  });

  it('what was reached is told with its test, its file and its lines', () => {
    const word = attribute([trace(begins('a'), ran('test', ['a'], [3]))], ['t.test.js > a'], change, none);
    expect(word).toMatchObject({ reached: [{ id: 't.test.js > a', file: 'src/a.js', lines: [[3, 3]] }] });
  });

  it('without a word of any test nothing is told', () => {
    expect(told([trace(ran('load', [], [3]))], ['a'])).toBe('no test told when it began');
  });
});

describe('what a process told', () => {
  it.each(['{"k":"full"}\n', 'x\n', '[1]\n'])('%j is no record', (text) => expect(readTrace(text)).toBeNull());
  it('odd values are left out, and a last line that was cut', () => {
    const odd =
      '{"k":"window","at":9,"tests":[[1,2],["a"],"x"],"ran":[5,["1",[["x"],[0,1,2]]]],"lines":[{"file":3}],"others":[1,"b"]}\n{"k":"te';
    expect([...(readTrace(odd)?.events ?? [])]).toEqual([
      { k: 'window', at: 'test', tests: [], ran: [['1', [[0, 1, 2]]]], lines: [], others: ['b'] },
    ]);
  });
});

it('of more tests than a row can name none is told', () => {
  const wordOf = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `t.test.js > ${at}${'x'.repeat(1000)}`);
    return attribute([trace(begins('a'), ran('test', ['a'], []))], ids, change, none);
  };
  expect(wordOf(200).kind).toBe('measured');
  expect(wordOf(300)).toEqual({ kind: 'untold', why: 'these are too many tests to be told one by one' });
});

it('of tests that reach something three hundred are told, and that there are more', () => {
  const wordOf = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `t.test.js > ${at}`);
    const word = attribute([trace(begins('a'), ran('test', ['a'], [3]))], ids, change, none);
    return word.kind === 'measured' ? [word.reached.length, word.more] : word;
  };
  expect([wordOf(300), wordOf(301)]).toEqual([
    [300, undefined],
    [300, true],
  ]);
});
