import { expect, it } from 'vitest';
import { defined } from './defined.ts';

it.each<[string, object, object]>([
  ['nothing', {}, {}],
  ['what is undefined', { a: undefined, b: 1 }, { b: 1 }],
  ['nothing else that counts as false', { a: 0, b: '', c: null, d: false }, { a: 0, b: '', c: null, d: false }],
])('leaves out %s', (_what, bag, left) => {
  expect(defined(bag)).toStrictEqual(left);
});
