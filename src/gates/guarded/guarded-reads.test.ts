import { expect, it } from 'vitest';
import { guardedReads } from './guarded-reads.ts';

const plan = { tests: ['test/**', '**/*.test.js'], guarded: ['quality/gate.mjs', 'run.mjs', '.npmrc', 'package.json'] };

it.each([
  ...[
    'tools/verify-helper.dat',
    'pkg/scripts/all.py',
    'quality/rules.dat',
    'quality/deep/more.dat',
    'check.sh',
    'bin/run-tests.sh',
  ],
  ...['.testrc', '.config/words.txt.gz', 'ci/words', 'a/.hidden/x', 'src/check.sh', 'babel.config.json'],
])('%s decides what a gate says that read it', (path) => {
  expect(guardedReads(plan, [path])).toEqual([path]);
});

it.each([
  ...[
    'src/cart.js',
    'lib/cart.py',
    'cart.py',
    'cart/total.py',
    'bin/shop.js',
    'data/rates.json',
    'rates.json',
    'install.sh',
    'bin/shop.sh',
    'src/shop.sh',
  ],
  ...['README.md', 'tools/README.md', 'package.json', 'a/package.json', 'test/helper.js', 'src/cart.test.js'],
  ...['src/templates/a.html', 'packages/a/src/index.js', 'node_modules/a/tools/x.js'],
])('%s does not, whoever read it', (path) => {
  expect(guardedReads(plan, [path])).toEqual([]);
});

it('what is known by name already is not told again', () => {
  expect(guardedReads(plan, ['quality/gate.mjs', 'run.mjs', '.npmrc'])).toEqual([]);
});
