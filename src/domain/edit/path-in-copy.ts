// A path that an agent names, as one of its copy; null: it is none.

import { pathBelow } from '../place/within.ts';

/** No longer one is looked at. */
const longest = 1_000;

export function pathInCopy(copy: string, named: string): string | null {
  if (named.length > longest || /\p{Cc}/u.test(named)) return null;
  const inside = pathBelow(named, copy) || named;
  if (inside.startsWith('/')) return null;
  const parts = inside.split('/').filter((part) => part !== '' && part !== '.');
  const isStrange =
    parts.length === 0 || parts.some((part) => part === '..' || part.startsWith('-') || /^\.git$/i.test(part));
  return isStrange ? null : parts.join('/');
}
