import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { type GateResult, weakerIn, withWeaker } from './verdict.ts';

const ids = { passed: ['a > b'], failed: [], skipped: [] };
const counts = { total: 1, passed: 1, failed: 0, skipped: 0 };
const test = (known: Partial<GateResult>): GateResult => ({ ...gateResult('test', 'passed'), ...known });

it.each<[string, readonly GateResult[], string]>([
  ['tests by name', [test({ ids, counts })], 'proven'],
  ['how many tests', [test({ ids: null, counts })], 'proven (by numbers of tests)'],
  ['an exit code', [test({ ids: null, counts: null })], 'proven (by exit codes)'],
  [
    'the least that is known of any',
    [test({ ids, counts }), test({ ids: null, counts }), test({ ids: null, counts: null })],
    'proven (by exit codes)',
  ],
  [
    'no other gate, for none names tests',
    [{ ...gateResult('lint', 'passed'), ids: null }, test({ ids, counts })],
    'proven',
  ],
  ['no gate that did not pass', [{ ...gateResult('test', 'failed'), ids: null }], 'proven'],
  ['nothing at all', [], 'proven'],
])('a verdict rests on %s', (_, results, said) => {
  expect(withWeaker('proven', weakerIn(results))).toBe(said);
});

it('a word of another version is not said', () => {
  expect(withWeaker('proven', 'by_heart')).toBe('proven');
});
