// Which file of a tree a name in a report means.
import { posix } from 'node:path';
import { within } from '../read/results.ts';
import type { CoverageReport, CoveredFile } from './covered-file.ts';

/** `folder`: of the checkout that it was written in; `report`: its path there. */
type At = { readonly folder: string; readonly report: string };

/** By their paths in the tree; what else a report names was built, or is somebody else's. */
export function placeFiles(
  read: CoverageReport,
  { folder, report }: At,
  paths: readonly string[],
): ReadonlyMap<string, CoveredFile> {
  const there = new Set(paths);
  const above = foldersAbove(report);
  const named = [...read].map(([name, file]) => ({ name: nearest(within(folder, name), name, above, there), file }));
  const unknown = named.flatMap(({ name }) => (there.has(name) || name.startsWith('/') ? [] : [name]));
  const byEnd = endsOf(paths, new Set(unknown));
  const placed = new Map<string, CoveredFile>();
  for (const { name, file } of named) {
    const path = pathOf(name, there, byEnd);
    if (path !== null && !placed.has(path)) placed.set(path, file);
  }
  return placed;
}

/** Nearest first, without the one at the top. */
function foldersAbove(report: string): readonly string[] {
  const folder = posix.dirname(posix.normalize(report));
  return folder === '.' || folder.startsWith('..') || folder === '/' ? [] : [folder, ...foldersAbove(folder)];
}

/** A report that a package wrote names files as that package sees them, which stands around the report. */
function nearest(
  name: string,
  said: string,
  above: readonly string[],
  there: { readonly has: (path: string) => boolean },
): string {
  if (/^(?:file:\/\/)?\//.test(said)) return name;
  return above.map((folder) => posix.join(folder, name)).find((path) => there.has(path)) ?? name;
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
