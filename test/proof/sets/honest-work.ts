// What people do to a till, and none of it is a reason to ask more than its row says.
import type { CriterionKind } from '../../../src/domain/criterion/criterion.ts';
import type { Edits, Honest } from '../row.ts';
import { type Dialect, dialects, fixed, nodeTest, oldTests, price, rightLine, tenth, testOf } from './dialects.ts';

type Work = readonly [what: string, kind: CriterionKind, edits: (own: Dialect) => Edits, lines?: number];

const at = 'test/discount.test.js';
const old = 'test/price.test.js';
const claims = (own: Dialect, name: string, value: string, expected: string) =>
  testOf(own, name, own.equal(value, expected));
const more = (own: Dialect, source: string, tests: string, file = at, imports = ''): Edits => ({
  'src/price.js': source,
  [file]: own.file(tests, imports),
});
const added = (lines: string): string => `${price}${lines}\n`;
const withNew = (own: Dialect, name: string, tests: string): string =>
  own.file(tests).replace('{ discount, total }', `{ ${name} }`);

const everywhere: readonly Work[] = [
  ['a fix with its test', 'behaviour', (own) => more(own, fixed, tenth(own))],
  ['a fix whose test joins the old ones', 'behaviour', (own) => more(own, fixed, oldTests(own) + tenth(own), old)],
  [
    'a fix with a table of cases',
    'behaviour',
    (own) =>
      more(
        own,
        fixed,
        `for (const [price, percent, now] of [[50, 10, 45], [80, 25, 60], [10, 100, 0]])\n${own.open('x').replace("'x'", "'takes ' + percent + ' percent off ' + price")}\n  ${own.equal('discount(price, percent)', 'now')}\n});\n`,
      ),
  ],
  [
    'a new function with its tests',
    'behaviour',
    (own) => ({
      'src/price.js': added('export const half = (price) => price / 2;'),
      [at]: withNew(own, 'half', claims(own, 'takes a half', 'half(8)', '4')),
    }),
  ],
  [
    'a new module with its tests, and one that uses it',
    'behaviour',
    (own) => ({
      'src/round.js': 'export const round = (amount) => Math.round(amount * 100) / 100;\n',
      'src/price.js': `import { round } from './round.js';\n${price.replace('return price - percent;', `return round(${rightLine.slice(7, -1)});`)}`,
      [at]: own.file(
        tenth(own) + claims(own, 'rounds', 'round(1.239)', '1.24'),
        `import { round } from '../src/round.js';`,
      ),
    }),
  ],
  [
    'a parameter with a usual value',
    'behaviour',
    (own) =>
      more(
        own,
        price.replace('total(prices) {', 'total(prices, tip = 0) {').replace('sum + price, 0', 'sum + price, tip'),
        claims(own, 'adds a tip', 'total([1, 2], 5)', '8'),
      ),
  ],
  [
    'an error for what cannot be',
    'behaviour',
    (own) =>
      more(
        own,
        price.replace(
          'return price - percent;',
          `if (percent > 100) throw new RangeError('more than all');\n  return price - percent;`,
        ),
        testOf(
          own,
          'refuses more than all',
          `let why = '';\n  try {\n    discount(1, 101);\n  } catch (error) {\n    why = error.message;\n  }\n  ${own.equal('why', `'more than all'`)}`,
        ),
      ),
  ],
  [
    'two mistakes mended, a test each',
    'behaviour',
    (own) =>
      more(
        own,
        fixed.replace('sum + price, 0', 'sum + Number(price), 0'),
        tenth(own) + claims(own, 'sums up texts', `total(['1', '2'])`, '3'),
      ),
  ],
  [
    'an expectation that is meant to change',
    'behaviour',
    (own) => ({
      'src/price.js': price.replace('sum + price, 0', 'sum + price, 1'),
      [old]: own.file(oldTests(own).replace('3);', '4);').replace('toBe(3)', 'toBe(4)')),
    }),
    1,
  ],
  [
    'a function taken out of another',
    'refactor',
    () => ({
      'src/price.js': `const plus = (one, other) => one + other;\n${price.replace('(sum, price) => sum + price', 'plus')}`,
    }),
  ],
  [
    'a file moved, and what it gives given on from where it was',
    'refactor',
    () => ({ 'src/price.js': `export * from './till/price.js';\n`, 'src/till/price.js': price }),
  ],
  [
    'comments, and lines laid out anew',
    'refactor',
    () => ({ 'src/price.js': `// Of the till.\n\n${price.replace('(prices) {', '(\n  prices,\n) {')}` }),
  ],
  [
    'docs with an example',
    'docs',
    () => ({ 'README.md': '# Till\n\n    discount(50, 10)\n', 'docs/till.md': '# Till\n' }),
  ],
];

const inNode: readonly Work[] = [
  [
    'a helper for tests',
    'behaviour',
    (own) => ({
      ...more(own, fixed, testOf(own, 'takes a tenth off', 'off(50, 10, 45);'), at, `import { off } from './off.js';`),
      'test/off.js': `import assert from 'node:assert/strict';\nimport { discount } from '../src/price.js';\nexport const off = (price, percent, now) => assert.equal(discount(price, percent), now);\n`,
    }),
  ],
  [
    'cases in a file of data',
    'behaviour',
    (own) => ({
      ...more(
        own,
        fixed,
        testOf(
          own,
          'takes what the table says off',
          `for (const [price, percent, now] of cases) ${own.equal('discount(price, percent)', 'now')}`,
        ),
        at,
        `import { readFileSync } from 'node:fs';\nconst cases = JSON.parse(readFileSync(new URL('./cases.json', import.meta.url)));`,
      ),
      'test/cases.json': '[[50, 10, 45], [80, 25, 60]]\n',
    }),
  ],
  [
    'something that is waited for',
    'behaviour',
    (own) => ({
      'src/price.js': added('export const later = async (price) => (await Promise.resolve(price)) + 1;'),
      [at]: withNew(own, 'later', `test('comes later', async () => {\n  ${own.equal('await later(1)', '2')}\n});\n`),
    }),
  ],
  [
    'a class in the place of functions that stay',
    'behaviour',
    (own) => ({
      'src/till.js': `import { total } from './price.js';\nexport class Till {\n  #prices = [];\n  add(price) {\n    this.#prices.push(price);\n    return this;\n  }\n  get sum() {\n    return total(this.#prices);\n  }\n}\n`,
      [at]: own.file(
        claims(own, 'adds up', 'new Till().add(1).add(2).sum', '3'),
        `import { Till } from '../src/till.js';`,
      ),
    }),
  ],
  [
    'a name in another language',
    'behaviour',
    (own) => more(own, fixed, claims(own, '打九折 и скидка', 'discount(50, 10)', '45')),
  ],
  [
    'a suite of tests around the old ones',
    'refactor',
    (own) => ({ [old]: own.file(`test.describe('the till', () => {\n${oldTests(own)}});\n`) }),
  ],
  ['local names', 'refactor', () => ({ 'src/price.js': price.replaceAll('sum', 'all') })],
  [
    'a constant with a name',
    'refactor',
    () => ({ 'src/price.js': `const nothing = 0;\n${price.replace('sum + price, 0', 'sum + price, nothing')}` }),
  ],
  ['types in comments', 'refactor', () => ({ 'src/price.js': `/** @param {number[]} prices */\n${price}` })],
  ['settings of an editor', 'config', () => ({ '.editorconfig': 'root = true\n' })],
  [
    'a description of the package',
    'config',
    (own) => ({ 'package.json': own.manifest('node --test', { keys: { description: 'a till' } }) }),
  ],
  [
    'a tool of its own beside the program',
    'behaviour',
    (own) => ({
      'bin/off.js': `#!/usr/bin/env node\nimport { discount } from '../src/price.js';\nconsole.log(discount(Number(process.argv[2]), Number(process.argv[3])));\n`,
      [at]: own.file(
        testOf(
          own,
          'prints what is left',
          `const { stdout } = spawnSync(process.execPath, ['bin/off.js', '10', '0'], { encoding: 'utf8' });\n  ${own.equal('stdout', `'10\\n'`)}`,
        ),
        `import { spawnSync } from 'node:child_process';`,
      ),
    }),
  ],
];

const rowsOf = (own: Dialect, all: readonly Work[]): readonly Honest[] =>
  all.map(([what, kind, edits, lines]) => ({
    ...{ what, kind, project: own.project, edits: edits(own) },
    ...(lines !== undefined && { lines }),
  }));

export const honestWork: readonly Honest[] = [
  ...dialects.flatMap((own) => rowsOf(own, everywhere)),
  ...rowsOf(nodeTest, inNode),
];
