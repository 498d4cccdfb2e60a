// What a change does to production code: files that a runner can follow, and what else may decide how tests end.
import type { Change, GatePlan } from '../ports/gates.ts';
import { isGuarded } from './guarded-files.ts';
import { isTest } from './is-test.ts';

export type Production = {
  /** With all their lines, where they stand under another name now, or git tells none for a byte that no text has. */
  readonly followed: readonly { readonly path: string; readonly whole: boolean }[];
  /** Code that this runner does not follow. */
  readonly code: boolean;
  /** What code may read, or is not there any more. */
  readonly data: boolean;
};

/** `takes`: files that the runner follows. */
export function productionOf(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  changes: readonly Change[],
  takes: RegExp,
): Production {
  const production = shippedOf(plan, changes);
  const there = production.filter(({ kind }) => kind !== 'deleted');
  const isFollowed = ({ path }: Change): boolean => takes.test(path) && !/\.d\.[cm]?ts$/.test(path);
  const rest = there.filter((each) => !isFollowed(each) && !/\.d\.[cm]?ts$/.test(each.path));
  return {
    followed: there.filter(isFollowed).map(({ path, kind, binary }) => ({ path, whole: kind === 'renamed' || binary })),
    code: rest.some(({ path }) => isCode(path)),
    data: rest.some(({ path }) => !isCode(path)) || production.length > there.length,
  };
}

/** What of a change ships, and is not there for readers alone. */
export const shippedOf = (plan: Pick<GatePlan, 'tests' | 'guarded'>, changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ path }) => isProductionOf(plan, path) && !isDocument(path));

export const isProductionOf = (plan: Pick<GatePlan, 'tests' | 'guarded'>, path: string): boolean =>
  !isTest(plan, path) && !plan.guarded.includes(path) && !isGuarded(path);

export const isDocument = (path: string): boolean =>
  /\.(?:md|markdown|rst|adoc)$|(^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS|NOTICE|COPYING)[^/]*$/i.test(path);

/** A name without an ending is a program's. */
export const isCode = (path: string): boolean =>
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyx|go|rs|rb|java|kts?|scala|groovy|clj|c|cc|cpp|cxx|h|hpp|cs|fs|vb|php|sh|bash|zsh|fish|ps1|bat|cmd|pl|lua|swift|dart|exs?|erl|hs|ml|r|jl|wasm)$/i.test(
    path,
  ) || /(^|\/)(?:bin\/[^/.]+|Makefile|Dockerfile[^/]*)$/.test(path);
