import { expect, it } from 'vitest';
import { keyOf, noteArrival } from './send-once.ts';

it('the same has its key until it has arrived; anything else, and the same afterwards, has another', () => {
  const first = keyOf('new', { text: 'late' });
  expect(keyOf('new', { text: 'late' })).toBe(first);
  expect(keyOf('session.s1', { text: 'late' })).not.toBe(first);
  const other = keyOf('new', { text: 'later' });
  expect(other).not.toBe(first);
  expect(keyOf('new', { text: 'later' })).toBe(other);
  noteArrival('new');
  expect(keyOf('new', { text: 'later' })).not.toBe(other);
});
