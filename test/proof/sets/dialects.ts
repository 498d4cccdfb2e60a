// A till with a mistake in it, in the words of each runner of JavaScript: its discount takes the percents off as if they were money.
import type { Edits, Project } from '../row.ts';

export type Dialect = {
  readonly project: Project;
  /** package.json with this script for the tests; `more`: other scripts, and what else is in it. */
  readonly manifest: (test: string, more?: { readonly scripts?: object; readonly keys?: object }) => string;
  /** A file of tests that knows `discount` and `total`; `more`: imports beside its own. */
  readonly file: (tests: string, more?: string) => string;
  readonly equal: (value: string, expected: string) => string;
  /** Without the closing bracket of the call: `test('name', () => {`. */
  readonly open: (name: string, how?: 'skip' | 'todo' | 'only') => string;
};

export const price = `export function discount(price, percent) {
  return price - percent;
}
export function total(prices) {
  return prices.reduce((sum, price) => sum + price, 0);
}
`;
const wrongLine = 'return price - percent;';
export const rightLine = 'return price - (price * percent) / 100;';
/** The work done. */
export const fixed = price.replace(wrongLine, rightLine);
/** The same mistake, and another line in place of it. */
export const withLine = (line: string): string => price.replace(wrongLine, line);
/** The same mistake, with more before it. */
export const after = (more: string): string => `${more}\n${price}`;

type Words = Pick<Dialect, 'open' | 'equal'>;

export const testOf = ({ open }: Words, name: string, body: string, how?: 'skip' | 'todo' | 'only'): string =>
  `${open(name, how)}\n  ${body}\n});\n`;

/** The test that tells whether the work is done. */
export const tenth = (own: Words): string => testOf(own, 'takes a tenth off', own.equal('discount(50, 10)', '45'));
export const oldTests = (own: Words): string =>
  testOf(own, 'takes nothing off', own.equal('discount(10, 0)', '10')) +
  testOf(own, 'sums up', own.equal('total([1, 2])', '3'));

const dialectOf = (
  name: string,
  script: string,
  packages: readonly string[],
  own: Pick<Dialect, 'file' | 'open' | 'equal'>,
): Dialect => {
  const devDependencies = Object.fromEntries(packages.map((each) => [each, '*']));
  const manifest: Dialect['manifest'] = (test, { scripts = {}, keys = {} } = {}) =>
    `${JSON.stringify({ ...keys, type: 'module', scripts: { ...scripts, test }, devDependencies }, null, 2)}\n`;
  const files: Edits = {
    'package.json': manifest(script),
    'src/price.js': price,
    'test/price.test.js': own.file(oldTests(own)),
    'scripts/check-discount.js': `import { discount } from '../src/price.js';\nif (discount(80, 25) !== 60) throw new Error('a quarter off 80 is not 60');\n`,
  };
  return { ...own, manifest, project: { name, files } };
};

export const nodeTest: Dialect = dialectOf('node:test', 'node --test', [], {
  file: (tests, more = '') =>
    `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { discount, total } from '../src/price.js';\n${more}\n${tests}`,
  equal: (value, expected) => `assert.equal(${value}, ${expected});`,
  open: (name, how) => `test('${name}', ${how === undefined ? '' : `{ ${how}: true }, `}() => {`,
});

export const vitest: Dialect = dialectOf('vitest', 'vitest run', ['vitest'], {
  file: (tests, more = '') =>
    `import { expect, test, vi } from 'vitest';\nimport { discount, total } from '../src/price.js';\n${more}\n${tests}`,
  equal: (value, expected) => `expect(${value}).toBe(${expected});`,
  open: (name, how) => `test${how === undefined ? '' : `.${how}`}('${name}', () => {`,
});

export const dialects: readonly Dialect[] = [nodeTest, vitest];
