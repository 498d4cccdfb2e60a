// What entries of the two files are made of, each with the words that say what was expected.
import * as v from 'valibot';
import { sayUnknownKey } from './unknown-key.ts';

/** A map with these keys alone; says what was expected, or which known key is nearest to an unknown one. */
export const map = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected, input }) => {
    if (expected === 'never') return sayUnknownKey(String(input), Object.keys(entries));
    return expected === 'Object' ? 'a map' : `a map with ${expected}`;
  });

export const text = v.pipe(v.string(), v.trim(), v.nonEmpty('text that is not empty'));
export const folder = v.pipe(
  v.string('a path'),
  v.regex(/^(\/|~$|~\/)/, 'an absolute path, or one that starts with ~/'),
);
export const count = v.pipe(
  v.number('a whole number above 0'),
  v.integer('a whole number above 0'),
  v.minValue(1, 'a whole number above 0'),
);
export const lines = v.array(text, 'a list');
export const duration = v.pipe(
  v.string('a duration like 90s, 30m or 2h'),
  v.regex(/^\d+(ms|s|m|h|d)$/, 'a duration like 90s, 30m or 2h'),
);
export const word = <const T extends readonly string[]>(...words: T) => v.picklist(words, `one of ${words.join(', ')}`);

export const variable = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'the name of a variable'));
export const port = v.pipe(
  v.number('a port'),
  v.integer('a port'),
  v.minValue(1, 'a port'),
  v.maxValue(65_535, 'a port'),
);
