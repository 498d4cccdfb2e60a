import { expect, it } from 'vitest';
import { sayStable } from './say-stable.ts';

const run = {};
const turned = { turned: true } as const;

it.each<readonly [Parameters<typeof sayStable>[0], string]>([
  [
    { tests: 3, runs: [turned, run, run], asked: 0, budgetMs: 9_000 },
    '3 tests of new and changed files in 4 runs, one of them in another order: all came out the same',
  ],
  [
    { tests: 1, runs: [run, run, run], asked: 0, budgetMs: 9_000 },
    '1 test of new and changed files in 4 runs: all came out the same',
  ],
  [
    { tests: 2, runs: [run], asked: 0, budgetMs: 1_499 },
    '2 tests of new and changed files in 2 runs; more told nothing, or did not fit into 1 s: all came out the same',
  ],
  [
    { tests: null, runs: [run, run, run], asked: 0, budgetMs: 9_000 },
    'new and changed tests have no names here, so only how 4 runs ended was compared, which is weaker: all came out the same',
  ],
])('%j is said as: %s', (counted, said) => expect(sayStable(counted)).toBe(said));

it('what needs a yes is counted', () => {
  const said = sayStable({ tests: 1, runs: [run, run, run], asked: 2, budgetMs: 9_000 });
  expect(said).toMatch(/in 4 runs: .*2/);
  expect(said).not.toContain('the same');
});
