// Which paths of a repository a criterion owns, by what its plan says, and whether two can own something in common.
import type { PlannedCriterion } from '../plan.ts';

export type Owned = Pick<PlannedCriterion, 'files' | 'tests'>;

/** Where a word stands for more than one file. */
const pattern = /[*?[\]{}!]/;

/** A path as one that can be compared: its parts, as file systems without upper case see them; null: it may lie anywhere. */
function partsOf(path: string): readonly string[] | null {
  const parts = path.normalize('NFC').toLowerCase().split('/');
  const end = parts.findIndex((part) => pattern.test(part));
  const named = parts.slice(0, end < 0 ? parts.length : end).filter((part) => part !== '' && part !== '.');
  const leaves = path.startsWith('/') || path.includes('\\') || parts.includes('..') || /^[a-z]+:/i.test(path);
  return leaves || named.length === 0 ? null : named;
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

/** Whether a file is among those that are named, or in a folder of them. */
export function owns(claim: Claim, path: string): boolean {
  const parts = partsOf(path);
  return parts !== null && (claim ?? []).some((each) => each.length <= parts.length && meet(each, parts));
}
