import { expect, it } from 'vitest';
import { createLeaving } from './leaving.ts';

const ctrl = '\u001c';

it.each<[string, readonly string[], readonly (string | null)[]]>([
  ['letters are typed', ['a', 'd'], ['a', 'd']],
  ['Ctrl-\\ and d leaves', ['a', ctrl, 'd'], ['a', '', null]],
  ['Ctrl-\\ and something else is typed whole', [ctrl, 'x', 'd'], ['', `${ctrl}x`, 'd']],
  ['twice is typed, and d behind it', [ctrl, ctrl, 'd'], ['', ctrl + ctrl, 'd']],
  ['what is pasted with it is typed', [`${ctrl}d`], [`${ctrl}d`]],
])('%s', (_, keys, heard) => {
  const hear = createLeaving();
  expect(keys.map(hear)).toEqual(heard);
});
