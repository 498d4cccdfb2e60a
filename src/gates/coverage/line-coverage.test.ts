import { describe, expect, it } from 'vitest';
import { readTrace, type Trace } from '../lines/read-trace.ts';
import { coverByLines } from './line-coverage.ts';
import { tellSeenCoverage } from './tell-coverage.ts';

const cart = `import { round } from './round.js';

/** Of all. */
export function total(prices) {
  return round(prices);
}

export function discount(price) {
  if (price > 10) {
    return price - 1;
  } else {
    return price;
  }
}
`;
/** That the module was loaded, `total` called and `discount` not; or the first half of that as well. */
const functionsOf = (discount: number) => [
  [0, cart.length, 1],
  [cart.indexOf('function total'), cart.indexOf('}\n') + 1, 1],
  discount === 0
    ? [cart.indexOf('function discount'), cart.length - 1, 0]
    : [cart.indexOf('function discount'), cart.length - 1, 1, cart.indexOf('else {'), cart.lastIndexOf('  }') + 3, 0],
];
const record = (each: object): string => `${JSON.stringify(each)}\n`;
const script = record({ k: 'script', id: '1', file: 'src/cart.js', text: cart, map: null });
const ranCart = (discount: number, more: object = {}): string =>
  script + record({ k: 'window', at: 'load', tests: [], ran: [['1', functionsOf(discount)]], ...more });

const bill = `import os


class Till:
    """What it is.
    In two lines.
    """

    @property
    def sum(self):
        try:
            return self.own
        except KeyError:
            return 0
        else:
            os.exit()


def idle():
    pass
`;
const ranBill = record({
  k: 'window',
  at: 'test',
  tests: [['test_bill.py', 'sums']],
  lines: [{ file: 'bill.py', called: [10, 11, 12], loaded: [20] }],
});

const traces = (...texts: readonly string[]): readonly Trace[] => texts.map((text) => readTrace(text) as Trace);
/** Lines that ran, and lines that nothing ran. */
function told(report: ReturnType<typeof coverByLines>, path: string): readonly (readonly number[])[] | string {
  if (typeof report === 'string') return report;
  const file = report.get(path);
  const all = Array.from({ length: 40 }, (_, at) => at + 1);
  return [true, false].map((ran) => all.filter((line) => file?.isRun(line) === ran));
}

describe('lines that tests were seen to run are a report of coverage', () => {
  it.each<[string, string, readonly string[], readonly (readonly number[])[]]>([
    [
      'of javascript: what was called',
      'src/cart.js',
      [ranCart(0)],
      [
        [4, 5],
        [8, 9, 10, 11, 12],
      ],
    ],
    ['and a branch of it', 'src/cart.js', [ranCart(1)], [[4, 5, 8, 9, 10, 11], [12]]],
    ['of two processes together', 'src/cart.js', [ranCart(0), ranCart(1)], [[4, 5, 8, 9, 10, 11], [12]]],
    ['a file that no test loads is missed as a whole', 'src/cart.js', [], [[], [4, 5, 8, 9, 10, 11, 12]]],
    [
      'of python: neither heads nor words',
      'bill.py',
      [ranBill],
      [
        [12, 20],
        [13, 14, 16],
      ],
    ],
  ])('%s', (_, path, texts, wanted) => {
    const sources = new Map([[path, path === 'bill.py' ? bill : cart]]);
    const language = path === 'bill.py' ? 'python' : 'javascript';
    expect(told(coverByLines(language, traces(...texts), sources), path)).toEqual(wanted);
  });

  it('a script that something made of a file without saying how tells nothing', () => {
    const made = record({ k: 'script', id: '1', file: 'src/cart.js', text: 'x', map: null });
    const trace = made + record({ k: 'window', at: 'load', tests: [], ran: [['1', [[0, 1, 1]]]] });
    expect(coverByLines('javascript', traces(trace), new Map([['src/cart.js', cart]]))).toBe(
      'nobody can tell which lines of src/cart.js ran',
    );
  });

  it('where nothing ships there is no report', () => {
    expect(coverByLines('javascript', [], new Map())).toBe('nothing ships whose lines can be told');
  });
});

describe('what they come to', () => {
  const diff = `diff --git a/src/cart.js b/src/cart.js\n--- a/src/cart.js\n+++ b/src/cart.js\n@@ -4,2 +4,2 @@\n export function total(prices) {\n-  return prices;\n+  return round(prices);\n`;
  const definition = { gate: 'coverage', runner: 'node:test' } as never;
  const given = {
    ...{ wish: { min: 20, core: { paths: ['src/**'], min: 10 } }, plan: { tests: ['test/**'], guarded: [] } },
    ...{ paths: ['src/cart.js'], diff, sources: new Map([['src/cart.js', cart]]) },
    files: [{ name: '1-0-a.jsonl', text: ranCart(0) }],
  };

  it('are figures of all, of the core and of the change, and say what they were seen by', () => {
    expect(tellSeenCoverage(definition, given)).toEqual({
      ...{ kind: 'measured', seen: true, overall: { ran: 2, of: 7 }, min: 20 },
      ...{ core: { ran: 2, of: 7, min: 10 }, changed: { ran: 1, of: 1 }, missed: [] },
    });
  });

  it.each([
    ['the processes told nothing', { files: [] }, 'node:test told nothing of them'],
    ['they told too much', { files: null }, 'what node:test told of them is too large'],
    [
      'one of them was full',
      { files: [{ name: 'a.jsonl', text: '{"k":"full"}\n' }] },
      'what was told of them cannot be read',
    ],
    ['the change is larger than is read', { diff: null }, 'the change is larger than is read'],
  ])('are none where %s', (_, other, why) => {
    expect(tellSeenCoverage(definition, { ...given, ...other })).toEqual({ kind: 'untold', why });
  });

  it('are none of a runner whose lines are told test by test', () => {
    expect(tellSeenCoverage({ runner: 'go test' } as never, given)).toEqual({
      kind: 'untold',
      why: 'nobody can see the lines that go test runs',
    });
  });
});
