import { expect, it } from 'vitest';
import { hiddenBySandbox } from './ending.ts';

it.each([126, 127])(
  'WT-13 an end with %i inside says that the sandbox may hide the program, and what opens it',
  (code) => {
    expect(hiddenBySandbox({ kind: 'exited', code }, true)).toContain('sandbox_read');
    expect(hiddenBySandbox({ kind: 'exited', code }, false)).toBe('');
  },
);

it('any other end says nothing of the sandbox', () => {
  for (const code of [0, 1, 2, 125, 128]) expect(hiddenBySandbox({ kind: 'exited', code }, true)).toBe('');
  expect(hiddenBySandbox({ kind: 'lost' }, true)).toBe('');
});
