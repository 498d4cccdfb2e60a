import { describe, expect, it } from 'vitest';
import { followChange, type Hits, joinHits, untouched, wantedLines } from './hits.ts';
import { readTrace, type Trace } from './read-trace.ts';

const hits = (lines: Readonly<Record<string, readonly number[]>>, more: Partial<Hits> = {}): Hits => ({
  ...{ lines: new Map(Object.entries(lines).map(([file, own]) => [file, new Set(own)])), any: false, blind: false },
  ...more,
});

describe('two stretches together', () => {
  it.each<readonly [string, Hits, Hits, Hits]>([
    ['lines of one file', hits({ a: [1] }), hits({ a: [2] }), hits({ a: [1, 2] })],
    ['lines of two', hits({ a: [1] }), hits({ b: [2] }), hits({ a: [1], b: [2] })],
    ['some that are in both', hits({ a: [1, 2] }), hits({ a: [2, 3] }), hits({ a: [1, 2, 3] })],
    ['what ran', hits({ a: [1] }, { any: true }), hits({ a: [2] }), hits({ a: [1, 2] }, { any: true })],
    [
      'what nobody can follow',
      hits({ a: [1] }),
      hits({ b: [1] }, { blind: true }),
      hits({ a: [1], b: [1] }, { blind: true }),
    ],
    ['one that adds what ran alone', hits({ a: [1] }), hits({}, { any: true }), hits({ a: [1] }, { any: true })],
    ['one that is blind alone', hits({ a: [1] }), hits({}, { blind: true }), hits({ a: [1] }, { blind: true })],
  ])('%s', (_, one, other, both) => {
    expect(joinHits(one, other)).toEqual(both);
    expect(joinHits(other, one)).toEqual(both);
  });

  it('where one adds nothing the other is taken as it is', () => {
    const one = hits({ a: [1, 2] }, { any: true, blind: true });
    for (const other of [untouched, hits({ a: [2] }), hits({ a: [1] }, { any: true }), hits({}, { blind: true })])
      expect([joinHits(one, other), joinHits(other, one)].every((each) => each === one)).toBe(true);
  });
});

const source = 'import a from "b";\nrun(1);\n}\n// said\nconst c = a();\n';
const change = {
  files: [{ path: 'src/a.js', source, changed: { written: [1, 2, 3], gaps: [4] } }],
  language: 'javascript',
  isProduction: (path: string) => (path.startsWith('dist/') ? null : path.startsWith('src/')),
} as const;

it('lines that count are those that say something, and those around a gap', () => {
  expect([...(wantedLines(change).get('src/a.js')?.lines ?? [])]).toEqual([1, 2, 5]);
});

it('a gap is the line before it and the one behind it', () => {
  const of = (gap: number) => ({ ...change, files: [{ ...change.files[0], changed: { written: [], gaps: [gap] } }] });
  const linesOf = (gap: number) => [...(wantedLines(of(gap)).get('src/a.js')?.lines ?? [])];
  expect([linesOf(0), linesOf(1), linesOf(2)]).toEqual([[1], [1, 2], [2]]);
});

describe('whether any of it can be run', () => {
  const typed = 'type A = { b: string };\nrun();\n';
  const files = ['src/a.ts', 'src/b.ts'].map((path) => ({ path, source: typed, changed: { written: [1], gaps: [] } }));
  const blank = `${' '.repeat(23)}\nrun();\n`;
  const look = (of: typeof files, ...scripts: readonly { readonly file: string; readonly text: string }[]) => {
    const { hits: follow, runsNothing } = followChange({ ...change, files: of });
    const told = [
      { k: 'begin', of: null },
      ...scripts.map((script, id) => ({ k: 'script', id, ...script })),
      { k: 'window', at: 'load', tests: [], ran: scripts.map((_, id) => [`${id}`, []]), lines: [], others: [] },
      { k: 'end' },
    ];
    const trace = readTrace(told.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const [stretch] = trace?.events ?? [];
    if (trace === null || stretch?.k !== 'window') throw new Error('no stretch');
    const { blind } = follow(trace, stretch);
    return { nothing: runsNothing(), blind };
  };
  const [one, two] = files;
  if (one === undefined || two === undefined) throw new Error('none');
  const own = { ...one, changed: { written: [1, 2], gaps: [] } };
  const bracket = { ...one, source: '}\nrun();\n' };

  it.each<[string, ReturnType<typeof look>, ReturnType<typeof look>]>([
    ['types alone cannot', look([one], { file: 'src/a.ts', text: blank }), { nothing: true, blind: false }],
    ['a line beside them can', look([own], { file: 'src/a.ts', text: blank }), { nothing: false, blind: false }],
    ['of what was never loaded nobody knows', look([one]), { nothing: false, blind: false }],
    [
      'nor of another file that was not',
      look(files, { file: 'src/a.ts', text: blank }),
      { nothing: false, blind: false },
    ],
    [
      'of two neither can',
      look(files, { file: 'src/a.ts', text: blank }, { file: 'src/b.ts', text: blank }),
      { nothing: true, blind: false },
    ],
    [
      'of two one can',
      look([own, two], { file: 'src/a.ts', text: blank }, { file: 'src/b.ts', text: blank }),
      { nothing: false, blind: false },
    ],
    [
      'of two one has no line that counts',
      look(
        [one, { ...bracket, path: 'src/b.ts' }],
        { file: 'src/a.ts', text: blank },
        { file: 'src/b.ts', text: bracket.source },
      ),
      { nothing: true, blind: false },
    ],
    [
      'of what is another text nobody knows',
      look([one], { file: 'src/a.ts', text: 'other();' }),
      { nothing: false, blind: true },
    ],
    [
      'where no line counts there is nothing to say',
      look([bracket], { file: 'src/a.ts', text: bracket.source }),
      { nothing: false, blind: false },
    ],
  ])('%s', (_, is, wanted) => {
    expect(is).toEqual(wanted);
  });
});

describe('a stretch', () => {
  const traceOf = (record: object): Trace => {
    const lines = [
      { k: 'begin', of: null },
      { k: 'window', at: 'test', tests: [['t.js', 'a']], ...record },
      { k: 'end' },
    ];
    const read = readTrace(lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
    if (read === null) throw new Error('no trace');
    return read;
  };
  type Told = {
    readonly lines?: readonly object[];
    readonly others?: readonly string[];
    readonly ran?: readonly unknown[];
  };
  const told = (record: Told) => {
    const trace = traceOf({ lines: [], others: [], ...record });
    const [stretch] = [...trace.events].filter((each) => each.k !== 'test');
    if (stretch === undefined) throw new Error('no stretch');
    return followChange(change).hits(trace, stretch as Parameters<ReturnType<typeof followChange>['hits']>[1]);
  };
  const ran = (called: readonly number[], loaded: readonly number[] = [], file = 'src/a.js') => ({
    lines: [{ file, called, loaded }],
  });

  it.each<readonly [string, Parameters<typeof told>[0], Hits]>([
    ['touches what was called', ran([2]), hits({ 'src/a.js': [2] }, { any: true })],
    ['touches what was loaded', ran([], [2]), hits({ 'src/a.js': [2] })],
    ['touches no declaration that was loaded', ran([], [1]), hits({})],
    ['touches a declaration that was called', ran([1]), hits({ 'src/a.js': [1] }, { any: true })],
    ['touches no line that does not count', ran([3, 4]), hits({}, { any: true })],
    ['of another file is something that ran', ran([2], [], 'src/b.js'), hits({}, { any: true })],
    ['in which nothing ran of another', ran([], [2], 'src/b.js'), hits({})],
    ['in production code that is not followed', { others: ['src/x.rb'] }, hits({}, { any: true })],
    ['in what is no production code', { others: ['test/x.rb'] }, hits({})],
    ['in what was built', { others: ['dist/x.js'] }, hits({}, { blind: true })],
    ['of a script of which nothing was told', { ran: [['7', [[0, 9, 1]]]] }, hits({}, { blind: true })],
  ])('%s', (_, record, wanted) => expect(told(record)).toEqual(wanted));
});
