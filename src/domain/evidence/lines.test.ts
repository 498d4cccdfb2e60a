import { describe, expect, it } from 'vitest';
import { filesThatReach, judgeReach, reachByStriking, spansOf } from './lines.ts';
import type { LinesWord } from './reached.ts';

const word = (more: Partial<Extract<LinesWord, { kind: 'measured' }>>): LinesWord => ({
  ...{ kind: 'measured', reached: [], nothing: [], unsure: [] },
  ...more,
});
const reached = [
  {
    id: 't.js > s > a',
    file: 'src/a.js',
    lines: [
      [3, 4],
      [9, 9],
    ] as const,
  },
];

describe('a red test reaches the change', () => {
  it.each<readonly [string, readonly string[], LinesWord | undefined, object]>([
    [
      'by lines',
      ['t.js > s > a'],
      word({ reached }),
      { kind: 'reached', say: '; changed lines that they run: 3 of src/a.js' },
    ],
    ['not at all', ['t.js > b'], word({ nothing: ['t.js > b'] }), { kind: 'nothing', ids: ['t.js > b'] }],
    [
      'as a suite, by one of its tests',
      ['t.js > s'],
      word({ reached, nothing: ['t.js > s > b'] }),
      { kind: 'reached', say: '; changed lines that they run: 3 of src/a.js' },
    ],
    ['as a file, by none', ['t.js'], word({ nothing: ['t.js > a', 't.js > b'] }), { kind: 'nothing', ids: ['t.js'] }],
    [
      'one of two',
      ['t.js > s > a', 't.js > b'],
      word({ reached, nothing: ['t.js > b'] }),
      { kind: 'nothing', ids: ['t.js > b'] },
    ],
    [
      'perhaps',
      ['t.js > b'],
      word({ unsure: ['t.js > b'] }),
      { kind: 'reached', say: '; not told whether the change is reached by: t.js > b' },
    ],
    ['with no names', [], word({}), { kind: 'reached', say: '; lines not measured: the tests have no names' }],
    [
      'where nobody tells',
      ['t.js > a'],
      { kind: 'untold', why: 'rspec' },
      { kind: 'reached', say: '; lines not measured: rspec' },
    ],
    [
      'where nobody asked',
      ['t.js > a'],
      undefined,
      { kind: 'reached', say: '; lines not measured: the changed tests were not run alone' },
    ],
  ])('%s', (_what, red, told, expected) => expect(judgeReach(red, told, true)).toEqual(expected));

  it('where all that was run stands for what is red, one that reaches is enough', () => {
    const told = word({ reached, nothing: ['t.js > b'] });
    expect(judgeReach(['t.js > s > a', 't.js > b'], told, false)).toMatchObject({ kind: 'reached' });
    expect(judgeReach(['t.js > b'], told, false)).toMatchObject({ kind: 'nothing' });
  });
});

it('of a span lines are counted up to ten thousand', () => {
  const say = (lines: readonly (readonly [number, number])[]) =>
    judgeReach(['t.js > a'], word({ reached: [{ id: 't.js > a', file: 'a.js', lines }] }), true);
  expect(say([[3, 5]])).toMatchObject({ say: expect.stringMatching(/run: 3 of a\.js$/) });
  expect(say([[1, 10_001]])).toMatchObject({ say: expect.stringMatching(/run: 10000 of a\.js$/) });
});

it('lines next to each other are one span', () => {
  expect(spansOf([4, 1, 2, 2, 9])).toEqual([
    [1, 2],
    [4, 4],
    [9, 9],
  ]);
});

it('files of tests that run lines are found by these', () => {
  expect(filesThatReach(reached, 'src/a.js', [4, 8])).toEqual(['t.js']);
  expect(filesThatReach(reached, 'src/a.js', [5, 8])).toEqual([]);
  expect(filesThatReach(reached, 'src/b.js', [4, 8])).toEqual([]);
});

describe('with changed functions that end the program', () => {
  const files = [{ path: 'src/a.rs', spans: [[3, 9]] as const }];
  const came = (passed: readonly string[], failed: readonly string[] = []) => ({ passed, failed, skipped: [] });
  const all = ['t.rs > a', 't.rs > b', 'u.rs > c'];

  it('a test that passes calls none of them, and one that fails does', () => {
    const found = reachByStriking({ files, whole: true }, all, came(['t.rs > a', 'u.rs > c'], ['t.rs > b']));
    expect(found).toEqual({
      ...{ kind: 'measured', struck: true, nothing: ['t.rs > a', 'u.rs > c'], unsure: [] },
      reached: [{ id: 't.rs > b', file: 'src/a.rs', lines: [[3, 9]] }],
    });
    expect(judgeReach(['t.rs > b'], found ?? undefined, true)).toEqual({
      kind: 'reached',
      say: '; they call changed functions of src/a.rs: they fail where those end the program',
    });
    expect(judgeReach(['t.rs > a', 't.rs > b'], found ?? undefined, true)).toEqual({
      kind: 'nothing',
      ids: ['t.rs > a'],
    });
  });

  it('of one that is told no more it was the end; of several nobody knows whose', () => {
    const one = reachByStriking({ files, whole: true }, all, came(['t.rs > a', 'u.rs > c']));
    expect(one).toMatchObject({ reached: [{ id: 't.rs > b' }], unsure: [] });
    const two = reachByStriking({ files, whole: true }, all, came(['u.rs > c']));
    expect(two).toMatchObject({ reached: [], nothing: ['u.rs > c'], unsure: ['t.rs > a', 't.rs > b'] });
  });

  it('where more than functions was changed, a test that passes may feel that', () => {
    const found = reachByStriking({ files, whole: false }, all, came(all));
    expect(found).toMatchObject({ nothing: [], unsure: all });
  });

  it('a run without names tells nothing', () => {
    expect(reachByStriking({ files, whole: true }, all, null)).toBeNull();
  });
});
