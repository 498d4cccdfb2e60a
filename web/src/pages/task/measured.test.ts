import { expect, it } from 'vitest';
import { measure } from './measured.ts';

const check = (gate: string, verdict: 'passed' | 'failed' | 'skipped' | 'timeout' = 'passed') => ({
  gate,
  verdict,
  why: '',
});

it.each([
  ['under way', [], null],
  ['red and green', [check('red-first'), check('test')], ['passed', 'passed', '2/2']],
  ['never red', [check('build'), check('test'), check('red-first', 'failed')], ['failed', 'passed', '2/3']],
  ['without tests, by the check of its plan', [check('verify SC-1', 'timeout')], [null, 'timeout', '0/1']],
  ['what did not run says nothing', [check('test'), check('lint', 'skipped')], [null, 'passed', '1/1']],
])('an attempt that is %s', (_words, checks, told) => {
  const found = measure({ checks });
  expect(found && [found.red, found.green, `${found.gates.passed}/${found.gates.of}`]).toEqual(told);
});
