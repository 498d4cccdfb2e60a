// Which paths of a repository a criterion owns, by what its plan says, and whether two can own something in common.
import { matchAny } from '../../text/match-glob.ts';
import type { PlannedCriterion } from '../plan.ts';

export type Owned = Pick<PlannedCriterion, 'files' | 'tests'>;

/** Where a word stands for more than one file. */
const pattern = /[*?[\]{}!]/;

/** In one way of writing, as file systems without upper case see it; all below a folder is the folder, '' all there is. Null: it may lie elsewhere. */
function written(path: string): string | null {
  const parts = path.normalize('NFC').toLowerCase().split('/');
  if (path.startsWith('/') || path.includes('\\') || parts.includes('..') || /^[a-z]+:/i.test(path)) return null;
  const named = parts.filter((part) => part !== '' && part !== '.');
  return named.slice(0, named.findLastIndex((part) => part !== '**') + 1).join('/');
}

/** Its parts before the first that stands for more than one name; null: it may lie anywhere. */
function partsOf(path: string): readonly string[] | null {
  const parts = written(path)?.split('/') ?? [];
  const end = parts.findIndex((part) => part === '' || pattern.test(part));
  const named = parts.slice(0, end < 0 ? parts.length : end);
  return named.length === 0 ? null : named;
}

/** All that it names; null: it does not say, or not so that anything can be told from it. */
export type Claim = readonly (readonly string[])[] | null;

export function claimOf({ files, tests = [] }: Owned): Claim {
  if (files.length === 0) return null;
  const named = [...files, ...tests].map(partsOf);
  return named.every((parts) => parts !== null) ? named : null;
}

/** One is the other, or a folder that it lies in. */
const meet = (one: readonly string[], other: readonly string[]): boolean =>
  (one.length <= other.length ? one : other).every((_, at) => one[at] === other[at]);

/** Both say what they touch, and nothing of it is common. */
export const areApart = (one: Claim, other: Claim): boolean =>
  one !== null && other !== null && !one.some((path) => other.some((each) => meet(path, each)));

/** Tells of a file whether it is among those that are named, or in a folder of them: as wide as what is named, a pattern no wider than what it fits. */
export function ownershipOf(named: readonly string[]): (path: string) => boolean {
  const names = new Set(named.map(written));
  const globs = [...names].flatMap((name) => (name !== null && pattern.test(name) ? name : []));
  return (path) => {
    const places = foldersTo(written(path));
    return places.some((place) => names.has(place)) || places.some((place) => matchAny(globs, place));
  };
}

/** Itself and all folders that it lies in, from the whole repository on. */
const foldersTo = (path: string | null): readonly string[] =>
  path === null ? [] : ['', ...path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))];

/** Of names that may be patterns themselves: those that may mean more than what these own. */
export function beyondOwnership(named: readonly string[], wanted: readonly string[]): readonly string[] {
  const [names, isOwn] = [new Set(named.map(written)), ownershipOf(named)];
  return wanted.filter((path) => {
    const name = written(path);
    const folder = pattern.test(name ?? '') ? (partsOf(path) ?? []).join('/') : path;
    return !foldersTo(name).some((place) => names.has(place)) && !isOwn(folder);
  });
}
