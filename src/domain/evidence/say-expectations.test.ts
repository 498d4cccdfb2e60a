import { expect, it } from 'vitest';
import { sayExpectations } from './say-expectations.ts';
import type { Finding } from './verdict.ts';

const finding: Finding = { gate: 'expectations', what: 'was removed', file: 'a', line: null, weight: 'note' };
const asked: Finding = { ...finding, needs: 'yes' };

it.each<[number, readonly Finding[], string]>([
  [0, [], 'nothing is lost'],
  [0, [finding], 'nothing is lost'],
  [1, [], '1 test of the base holds as before'],
  [2, [finding], '2 tests of the base hold as before'],
  [2, [asked, finding], '2 tests of the base hold as before; 1 needs a yes'],
  [0, [asked, asked], '2 need a yes'],
])('%d that hold and %j', (held, findings, said) => {
  expect(sayExpectations(held, findings)).toBe(said);
});

it('names whose tests they are', () => {
  expect(sayExpectations(1, [], 'acme')).toBe('1 test of acme holds as before');
});
