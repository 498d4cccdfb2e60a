import { expect, it } from 'vitest';
import { emptyCache, keepList, keptList } from './list-cache.ts';

const million = 1024 * 1024;
const origin = (hash: string) => ({ hash, isCommitted: true });

it('holds the lists that were used last, as far as their texts are not too long together', () => {
  const cache = emptyCache();
  for (const hash of ['a', 'b', 'c']) keepList(cache, origin(hash), [hash], 2 * million);
  expect(keptList(cache, 'a')).toEqual(['a']);
  keepList(cache, origin('d'), ['d'], 3 * million);
  expect([...cache.kept.keys()]).toEqual(['c', 'a', 'd']);
  expect(cache.length).toBe(7 * million);
});

it('one list that is longer than all that is kept goes to who read it, and is not kept', () => {
  const cache = emptyCache();
  expect(keepList(cache, origin('a'), ['a'], 9 * million)).toEqual(['a']);
  expect([cache.kept.size, cache.length]).toEqual([0, 0]);
});

it('of two readers both have the list of the first, and it counts once', () => {
  const cache = emptyCache();
  const first = keepList(cache, origin('a'), ['x'], 10);
  expect(keepList(cache, origin('a'), ['x'], 10)).toBe(first);
  expect(cache.length).toBe(10);
});
