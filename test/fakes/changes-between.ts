// The changes between two trees in memory, as git tells them.
import type { Change } from '../../src/ports/gates.ts';

/** Text by path; null or absent: it is not there. */
export type Files = Readonly<Record<string, string | null>>;

/** `moved`: old paths by the new ones; all else is told by its path. */
export function changesBetween(base: Files, now: Files, moved: Readonly<Record<string, string>> = {}): Change[] {
  const was = (path: string) => base[path] ?? null;
  const is = (path: string) => now[path] ?? null;
  const paths = [...new Set([...Object.keys(base), ...Object.keys(now)])].filter((path) => was(path) !== is(path));
  return paths.flatMap((path): Change[] => {
    if (Object.values(moved).includes(path)) return [];
    const from = moved[path] ?? null;
    const kind = from !== null ? 'renamed' : was(path) === null ? 'added' : is(path) === null ? 'deleted' : 'modified';
    return [{ path, kind, from, added: 1, removed: 1, binary: false, bytes: 9 }];
  });
}

export const present = (files: Files): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null));
