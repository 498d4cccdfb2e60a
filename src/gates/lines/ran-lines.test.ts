import { describe, expect, it } from 'vitest';
import type { Place } from './places.ts';
import { type Counted, ranLines } from './ran-lines.ts';

/** A module of 100 characters; lines 1, 2 and 3 stand at 1-20, 20-40 and 40-60: what begins at 0 is the module. */
const text = `${'x'.repeat(99)}\n`;
const places = new Map<number, readonly Place[]>([
  [1, [[1, 20]]],
  [2, [[20, 40]]],
  [3, [[40, 60]]],
]);
const ran = (functions: readonly Counted[], of = text, at = places) => {
  const { called, loaded, any } = ranLines(of, functions, at);
  return { called: [...called], loaded: [...loaded], any };
};
const module = [0, 100, 1];
const called = (...lines: number[]) => ({ called: lines, loaded: [], any: true });

describe('by what V8 counted', () => {
  it.each<[string, readonly Counted[], ReturnType<typeof ran>]>([
    ['nothing', [], { called: [], loaded: [], any: false }],
    ['a module that was loaded', [module], { called: [], loaded: [1, 2, 3], any: false }],
    ['one that was not', [[0, 100, 0]], { called: [], loaded: [], any: false }],
    ['a function that was called', [[20, 40, 1]], { called: [2], loaded: [], any: true }],
    [
      'one that was not, in a module that was loaded',
      [module, [20, 40, 0]],
      { called: [], loaded: [1, 3], any: false },
    ],
    ['one over two lines', [[20, 60, 2]], { called: [2, 3], loaded: [], any: true }],
    ['one that ends within a line', [module, [20, 45, 1]], { called: [2, 3], loaded: [1], any: true }],
    ['a branch that was not taken', [[20, 60, 1, 40, 60, 0]], { called: [2], loaded: [], any: true }],
    ['a branch of the size of its function', [[20, 40, 1, 20, 40, 0]], { called: [], loaded: [], any: true }],
    ['a branch that was taken more often than its function', [[20, 60, 1, 40, 60, 5]], called(2, 3)],
    ['one that was not, and ends within a line', [[20, 60, 1, 20, 45, 0]], called(3)],
    ['one that ends where its line does', [[20, 60, 1, 20, 40, 0]], called(3)],
    [
      'a function of which a part of a line waits',
      [
        [20, 60, 1],
        [30, 35, 0],
      ],
      called(2, 3),
    ],
    [
      'what stands inside, though it is told first',
      [
        [40, 60, 0],
        [20, 60, 1],
      ],
      called(2),
    ],
    [
      'a function in a branch that was not taken',
      [
        [1, 60, 1, 20, 60, 0],
        [40, 60, 1],
      ],
      { called: [1, 3], loaded: [], any: true },
    ],
    ['a line of which part waits for a call', [module, [30, 35, 0]], { called: [], loaded: [1, 3], any: false }],
    ['a line of which part was called', [module, [30, 35, 1]], { called: [2], loaded: [1, 3], any: true }],
    ['what ends where a line begins is not of it', [[1, 20, 1]], { called: [1], loaded: [], any: true }],
    ['what begins where it ends is not of it either', [[41, 60, 1]], { called: [3], loaded: [], any: true }],
  ])('%s', (_, functions, wanted) => {
    expect(ran(functions)).toEqual(wanted);
  });

  it('a line that stands at several places was loaded where all of them were', () => {
    const two = new Map<number, readonly Place[]>([
      [
        1,
        [
          [0, 10],
          [20, 30],
        ],
      ],
    ]);
    expect(ran([module], text, two)).toMatchObject({ loaded: [1] });
    expect(ran([module, [20, 30, 0]], text, two)).toMatchObject({ loaded: [] });
    expect(ran([module, [20, 30, 1]], text, two)).toMatchObject({ called: [1] });
  });
});

describe('what was put around a module is it', () => {
  it.each<[string, string, string, boolean]>([
    ['what vite puts there', "'use strict';", '', true],
    ['what jest puts there', '({"Object.<anonymous>":', '});', true],
    ['a line and a blank behind it', '({"Object.<anonymous>":', '}});\n \n', true],
    ['not where one more stands behind it', '({"Object.<anonymous>":', '}});;', false],
    ['not where more stands behind it', '({"Object.<anonymous>":', '});x();', false],
    ['not where more stands before it', "x();'use strict';", '', false],
    ['not where less stands before it', "'use strict'", '', false],
    ['not where something stands between', "'use strict';x();", '', false],
  ])('%s', (_, before, behind, is) => {
    const body = 'function(){x();}';
    const all = `${before}${body}${behind}`;
    const end = before.length + body.length;
    const at = new Map<number, readonly Place[]>([[1, [[before.length, end]]]]);
    expect(ran([[before.length, end, 1]], all, at)).toEqual(
      is ? { called: [], loaded: [1], any: false } : { called: [1], loaded: [], any: true },
    );
  });
});
