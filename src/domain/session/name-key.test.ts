// When two names are the same name.
import { expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

it.each([
  ['Grey Fox', 'grey-fox'],
  ['  grey -- fox!! ', 'grey-fox'],
  ['ｇｒｅｙ＿ｆｏｘ', 'grey-fox'],
  ['e\u0301te\u0301', '\u00e9t\u00e9'],
  ['狐狸 2', '狐狸-2'],
  ['!?', ''],
])('%j is known as %j', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
