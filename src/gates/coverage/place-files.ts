// Which file of a tree a name in a report means.
import { within } from '../read/results.ts';
import type { CoverageReport, CoveredFile } from './covered-file.ts';

/** By their paths in the tree; what else a report names was built, or is somebody else's. `folder`: of the checkout that it was written in. */
export function placeFiles(
  report: CoverageReport,
  folder: string,
  paths: readonly string[],
): ReadonlyMap<string, CoveredFile> {
  const there = new Set(paths);
  const named = [...report].map(([name, file]) => ({ name: within(folder, name), file }));
  const unknown = named.flatMap(({ name }) => (there.has(name) || name.startsWith('/') ? [] : [name]));
  const byEnd = endsOf(paths, new Set(unknown));
  const placed = new Map<string, CoveredFile>();
  for (const { name, file } of named) {
    const path = pathOf(name, there, byEnd);
    if (path !== null && !placed.has(path)) placed.set(path, file);
  }
  return placed;
}

/** A path outside of the checkout is nobody's, whatever it ends with. */
function pathOf(name: string, there: ReadonlySet<string>, byEnd: ReadonlyMap<string, string | null>): string | null {
  if (there.has(name)) return name;
  if (name.startsWith('/')) return null;
  return byEnd.get(name) ?? (name.endsWith('.go') ? endOf(name, there) : null);
}

/** A package of a larger repository names its own files alone. Of `names` alone; null: two files end so. */
function endsOf(paths: Iterable<string>, names: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const ends = new Map<string, string | null>();
  // Most reports name all their files as the tree does.
  if (names.size === 0) return ends;
  for (const path of paths)
    for (const end of endings(path)) if (names.has(end)) ends.set(end, ends.has(end) ? null : path);
  return ends;
}

/** Go puts the name of its module before each path. */
const endOf = (name: string, there: ReadonlySet<string>): string | null =>
  endings(name).find((end) => there.has(end)) ?? null;

/** Longest first. */
function endings(path: string): readonly string[] {
  const ends: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) ends.push(path.slice(at + 1));
  return ends;
}
