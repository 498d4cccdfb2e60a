import { expect, it } from 'vitest';
import { boundedMap } from './bounded-map.ts';

it('holds what was used last, as far as its texts are not too long together', () => {
  const map = boundedMap<string>(8);
  for (const key of ['a', 'b', 'c']) map.add(key, key, 2);
  expect(map.get('a')).toBe('a');
  map.add('d', 'd', 3);
  expect(['a', 'b', 'c', 'd'].map(map.get)).toEqual(['a', null, 'c', 'd']);
});

it('does not hold one that is longer than all that is held', () => {
  const map = boundedMap<string>(8);
  map.add('a', 'a', 9);
  expect([map.get('a'), map.size]).toEqual([null, 0]);
  map.add('b', 'b', 8);
  expect(map.get('b')).toBe('b');
});

it('what is there stays, and counts once', () => {
  const map = boundedMap<string>(8);
  for (const value of ['first', 'second']) map.add('a', value, 5);
  map.add('b', 'b', 3);
  expect([map.get('a'), map.get('b')]).toEqual(['first', 'b']);
});

it('what is put stands instead of what was there, with its own length', () => {
  const map = boundedMap<string>(8);
  map.add('a', 'first', 5);
  map.put('a', 'second', 3);
  map.add('b', 'b', 5);
  expect([map.get('a'), map.get('b'), map.size]).toEqual(['second', 'b', 2]);
  map.put('a', 'long', 9);
  expect([map.get('a'), map.get('b')]).toEqual([null, null]);
});

it('forgets all whose keys begin alike, and has room for as much again', () => {
  const map = boundedMap<string>(8);
  for (const key of ['shop-1 a', 'shop-1 b', 'shop-10 a']) map.add(key, key, 2);
  map.forget('shop-1 ');
  map.add('long', 'long', 6);
  expect(['shop-1 a', 'shop-1 b', 'shop-10 a', 'long'].map(map.get)).toEqual([null, null, 'shop-10 a', 'long']);
});
