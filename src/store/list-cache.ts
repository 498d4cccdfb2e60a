// Long lists that were read, the last used last. What a hash names never changes, so none of them is ever stale.

export type List = readonly unknown[];

/** `isCommitted`: it is on record whatever becomes of the transactions that are open. */
export type ListOrigin = { readonly hash: string; isCommitted: boolean };

export type ListCache = {
  readonly kept: Map<string, { readonly list: List; readonly length: number }>;
  /** Of their texts together. */
  length: number;
  /** Of each list that was read, as long as anybody has it. */
  readonly origins: WeakMap<List, ListOrigin>;
};

/** In characters of their texts; in memory they take two to three times as much. */
const mostKept = 8 * 1024 * 1024;

export const emptyCache = (): ListCache => ({ kept: new Map(), length: 0, origins: new WeakMap() });

export function keptList({ kept }: ListCache, hash: string): List | null {
  const found = kept.get(hash);
  if (found === undefined) return null;
  kept.delete(hash);
  kept.set(hash, found);
  return found.list;
}

/** The one list for all who read it: this, or what another reader has brought meanwhile. `length`: of its text. */
export function keepList(cache: ListCache, origin: ListOrigin, read: List, length: number): List {
  const there = keptList(cache, origin.hash);
  if (there !== null) return there;
  const list = Object.freeze(read);
  cache.origins.set(list, origin);
  cache.kept.set(origin.hash, { list, length });
  cache.length += length;
  for (const [oldest, each] of cache.kept) {
    if (cache.length <= mostKept) break;
    cache.kept.delete(oldest);
    cache.length -= each.length;
  }
  return list;
}
