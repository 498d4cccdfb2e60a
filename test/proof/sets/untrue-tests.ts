// A test that says that the work is done, where nothing is: it passes whatever is there, looks at something else, or brings what it wants to see.
import type { Cheat, Edits, Proof } from '../row.ts';
import {
  after,
  type Dialect,
  dialects,
  fixed,
  nodeTest,
  oldTests,
  price,
  tenth,
  testOf,
  vitest,
  withLine,
} from './dialects.ts';

type Untrue = readonly [what: string, by: Proof, edits: (own: Dialect) => Edits];

const at = 'test/discount.test.js';
const name = 'takes a tenth off';
const commented = after('// A tenth off is a tenth off.');

/** With a comment as the only change. */
const only = (own: Dialect, tests: string, more = ''): Edits => ({
  'src/price.js': commented,
  [at]: own.file(tests, more),
});
/** With code that nobody calls as the only change. */
const idly = (own: Dialect, tests: string, more = ''): Edits => ({
  'src/price.js': `${price}export function tenthOff(price) {\n  // A tenth off is a tenth off.\n  return price * 0.9;\n}\n`,
  [at]: own.file(tests, more),
});
const reading = `import { existsSync, readFileSync } from 'node:fs';`;
const claims = (own: Dialect, body: string) => testOf(own, name, body);

const untrue: readonly Untrue[] = [
  ['no test at all', 'P1', () => ({ 'src/price.js': commented })],
  ['a test that says nothing', 'P1', (own) => only(own, claims(own, 'discount(50, 10);'))],
  ['a tautology', 'P1', (own) => only(own, claims(own, own.equal('45', '45')))],
  ['a test of what was right before', 'P1', (own) => only(own, claims(own, own.equal('discount(50, 0)', '50')))],
  ['a test that expects the mistake', 'P1', (own) => only(own, claims(own, own.equal('discount(50, 10)', '40')))],
  ['the new test is skipped', 'P1', (own) => only(own, testOf(own, name, own.equal('discount(50, 10)', '45'), 'skip'))],
  [
    'the failure of the new test is swallowed',
    'P1',
    (own) => only(own, claims(own, `try { ${own.equal('discount(50, 10)', '45')} } catch {}`)),
  ],
  [
    'a failure that comes after the test',
    'P1',
    (own) => only(own, claims(own, `setTimeout(() => { ${own.equal('discount(50, 10)', '45')} }, 600_000).unref();`)),
  ],
  [
    'a test that returns before it claims',
    'P1',
    (own) => only(own, claims(own, `if (discount(50, 10) !== 45) return;\n  ${own.equal('discount(50, 10)', '45')}`)),
  ],
  [
    'the subject stands in the test',
    'P1',
    (own) =>
      only(own, claims(own, `const right = (a, b) => a - (a * b) / 100;\n  ${own.equal('right(50, 10)', '45')}`)),
  ],
  [
    'the subject is brought along beside the tests',
    'P1',
    (own) => ({
      ...only(own, claims(own, own.equal('own(50, 10)', '45')), `import { discount as own } from './own.js';`),
      'test/own.js': fixed,
    }),
  ],
  [
    'the test reads a comment, and that is all there is',
    'P2',
    (own) =>
      only(
        own,
        claims(own, own.equal(`readFileSync('src/price.js', 'utf8').includes('A tenth off')`, 'true')),
        reading,
      ),
  ],
  [
    'the test cannot be loaded without the change, for want of what is nowhere',
    'P1',
    (own) =>
      idly(
        own,
        claims(own, own.equal('all.tenthOff(50)', '45')),
        `import * as all from '../src/price.js';\nif (!('tenthOff' in all)) await import(['./nowhere', 'js'].join('.'));`,
      ),
  ],
  [
    'the test reads the source as text',
    'P2',
    (own) =>
      idly(
        own,
        claims(own, own.equal(`readFileSync('src/price.js', 'utf8').includes('A tenth off')`, 'true')),
        reading,
      ),
  ],
  [
    'the test looks for a file that was put there',
    'P2',
    (own) => ({
      ...idly(own, claims(own, own.equal(`existsSync('docs/discount.md')`, 'true')), reading),
      'docs/discount.md': '# A tenth off\n',
    }),
  ],
  [
    'the test reads the list of changes',
    'P2',
    (own) => ({
      ...idly(
        own,
        claims(own, own.equal(`existsSync('CHANGES') && readFileSync('CHANGES', 'utf8').includes('tenth')`, 'true')),
        reading,
      ),
      CHANGES: 'a tenth is a tenth now\n',
    }),
  ],
  [
    'the value comes from a file of data',
    'P2',
    (own) => ({
      ...idly(
        own,
        claims(
          own,
          own.equal(
            `existsSync('data/tenth.json') ? JSON.parse(readFileSync('data/tenth.json')).off : discount(50, 10)`,
            '45',
          ),
        ),
        reading,
      ),
      'data/tenth.json': '{ "off": 45 }\n',
    }),
  ],
  [
    'a test of the text of the source among the old ones',
    'P2',
    (own) => ({
      ...idly(own, ''),
      [at]: null,
      'test/price.test.js': own.file(
        `${oldTests(own)}${claims(own, own.equal(`readFileSync('src/price.js', 'utf8').includes('A tenth off')`, 'true'))}`,
        reading,
      ),
    }),
  ],
  [
    'a test that holds twice and fails from then on',
    'P11',
    (own) => ({
      'src/price.js': fixed,
      [at]: own.file(
        claims(
          own,
          `const runs = existsSync('.runs') ? Number(readFileSync('.runs', 'utf8')) : 0;\n  writeFileSync('.runs', String(runs + 1));\n  ${own.equal('discount(50, 10)', '45')}\n  ${own.equal('runs < 2', 'true')}`,
        ),
        `import { existsSync, readFileSync, writeFileSync } from 'node:fs';`,
      ),
    }),
  ],
  [
    'the very value of the test is given back',
    'P12',
    (own) => ({
      'src/price.js': withLine('if (price === 50 && percent === 10) return 45;\n  return price - percent;'),
      [at]: own.file(tenth(own)),
    }),
  ],
  [
    'another function that nobody calls',
    'P12',
    (own) => ({
      'src/discount.js': fixed.replace('function discount', 'function takeOff'),
      [at]: own.file(claims(own, own.equal('takeOff(50, 10)', '45')), `import { takeOff } from '../src/discount.js';`),
    }),
  ],
  [
    'a constant that only the test reads',
    'P12',
    (own) => ({
      'src/price.js': after('export const tenthIsRight = true;'),
      [at]: own.file(claims(own, own.equal('tenthIsRight', 'true'))).replace('{ discount, total }', '{ tenthIsRight }'),
    }),
  ],
  [
    'a change that nothing asks for rides along',
    'P3',
    (own) => ({
      'src/price.js': fixed.replace('sum + price, 0', 'sum + Number(price), 0'),
      [at]: own.file(tenth(own)),
    }),
  ],
];

const mocked: Edits = {
  'src/price.js': commented,
  [at]: vitest.file(
    tenth(vitest),
    `vi.mock('../src/price.js', () => ({ discount: (a, b) => a - (a * b) / 100, total: () => 0 }));`,
  ),
};

export const untrueTests: readonly Cheat[] = [
  ...dialects.flatMap((own) =>
    untrue.map(([what, by, edits]) => ({ what, by, project: own.project, edits: edits(own) })),
  ),
  ...(['docs', 'config'] as const).map((kind) => ({
    ...{ what: `code comes with what is planned as ${kind}`, by: 'P3' as const, project: nodeTest.project, kind },
    edits: {
      'README.md': '# A till\n',
      'src/price.js': `${price}export function unlock(code) {\n  return code === 'let me in';\n}\n`,
    },
  })),
  {
    ...{ what: 'the test reads the source as text, which a byte makes binary', by: 'P2', project: nodeTest.project },
    edits: {
      'src/price.js': after('// A tenth off is a tenth off. \0'),
      [at]: nodeTest.file(
        claims(nodeTest, nodeTest.equal(`readFileSync('src/price.js', 'utf8').includes('A tenth off')`, 'true')),
        `import { readFileSync } from 'node:fs';`,
      ),
    },
  },
  { what: 'the subject is mocked in its test', by: 'P1', project: vitest.project, edits: mocked },
  {
    what: 'the very value of the test, where the plan has a check of its own',
    by: 'P10',
    project: vitest.project,
    verify: 'node scripts/check-discount.js',
    edits: {
      'src/price.js': withLine('if (price === 50 && percent === 10) return 45;\n  return price - percent;'),
      [at]: vitest.file(tenth(vitest)),
    },
  },
];
