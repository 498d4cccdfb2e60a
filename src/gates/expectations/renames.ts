// What a change calls otherwise, or keeps elsewhere: files and names of production code, as text tells.
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isTest } from '../is-test.ts';
import { decode } from '../sources.ts';
import { languageOf } from '../tamper/code-text.ts';
import { type Definition, definitionsIn, renamedAmong } from './definitions.ts';

export type Renames = {
  /** Changed files of production code, as they were. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** What they define, by name. */
  readonly has: Definitions;
  /** Files that are gone, by what stands for them now; null: nothing does. */
  readonly paths: ReadonlyMap<string, string | null>;
  /** Names that nothing has any more, by those that stand for them. */
  readonly names: ReadonlyMap<string, string>;
  /** Names that nothing has any more, and nothing stands for. */
  readonly gone: ReadonlySet<string>;
};

const mostFiles = 300;
const mostBytes = 512 * 1024;

export async function findRenames(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<Renames> {
  const sources = changes
    .filter(({ path, from, bytes, binary }) => !binary && bytes <= mostBytes && !isTest(plan, from ?? path))
    .filter(({ path }) => languageOf(path) !== 'other')
    .slice(0, mostFiles);
  const before = await textsOf(
    base,
    sources.flatMap(({ path, from, kind }) => (kind === 'added' ? [] : [from ?? path])),
  );
  const after = await textsOf(
    tree,
    sources.flatMap(({ path, kind }) => (kind === 'deleted' ? [] : [path])),
  );
  const [had, has] = [definitionsOf(before), definitionsOf(after)];
  const lost = [...had].filter(([name]) => !has.has(name));
  const fresh = [...has].filter(([name]) => !had.has(name));
  const names = renamedAmong(lost, fresh);
  const gone = new Set(lost.flatMap(([name]) => (names.has(name) ? [] : [name])));
  const paths = new Map(sources.flatMap((change) => pathOf(change, before, has, names)));
  return { before, after, has, paths, names, gone };
}

async function textsOf(tree: Tree, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  await tree.ahead?.(paths);
  const texts = await Promise.all(paths.map(async (path) => [path, decode(await tree.read(path)) ?? ''] as const));
  return new Map(texts);
}

type Definitions = ReadonlyMap<string, readonly (Definition & { readonly path: string })[]>;

function definitionsOf(texts: ReadonlyMap<string, string>): Definitions {
  const found = [...texts].flatMap(([path, text]) => definitionsIn(path, text).map((each) => ({ ...each, path })));
  return Map.groupBy(found, ({ name }) => name);
}

function pathOf(
  { path, from, kind }: Change,
  before: ReadonlyMap<string, string>,
  has: Definitions,
  names: ReadonlyMap<string, string>,
): [string, string | null][] {
  if (kind === 'renamed' && from !== null && from !== path) return [[from, path]];
  if (kind !== 'deleted') return [];
  const homes = definitionsIn(path, before.get(path) ?? '').flatMap(
    ({ name }) => has.get(names.get(name) ?? name)?.[0]?.path ?? [],
  );
  const counted = [...Map.groupBy(homes, (home) => home)].toSorted(([, a], [, b]) => b.length - a.length);
  return [[path, counted[0]?.[0] ?? null]];
}

/** Where a name of a module is to be had now, and what it is called there; null: nowhere. */
export function homeOf(
  { after, has, paths, names, gone }: Renames,
  module: string,
  name: string,
): { readonly path: string; readonly name: string } | null {
  const called = names.get(name) ?? name;
  const there = paths.has(module) ? (paths.get(module) ?? null) : module;
  const own = has.get(called) ?? [];
  const isThere = own.some(({ path }) => path === there) || passesOn(after.get(there ?? '') ?? '', called);
  if (there !== null && isThere) return { path: there, name: called };
  const [elsewhere] = own;
  if (elsewhere !== undefined) return { path: elsewhere.path, name: called };
  return gone.has(name) || there === null ? null : { path: there, name: called };
}

const passesOn = (text: string, name: string): boolean =>
  text.split('\n').some((line) => /\b(?:export|exports|import)\b/.test(line) && wordIn(line, name));

export const wordIn = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
