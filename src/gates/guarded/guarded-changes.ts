// What of a change decides how tests run or what passes: which of it existed before, which comes anew and is read unasked, and its lines before and after.
import { posix } from 'node:path';
import type { GuardedChange, GuardedKnown } from '../../domain/evidence/guarded-change.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Change, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { carryOver } from '../expectations/carry-over.ts';
import { findRenames, type Renames } from '../expectations/renames.ts';
import { guardedKey } from '../guarded-files.ts';
import { isTest } from '../is-test.ts';
import { decode, openSources } from '../sources.ts';
import { followCommands } from './follow-commands.ts';
import {
  isBesideTests,
  isData,
  isIgnoreFile,
  isMakefile,
  isManifest,
  isProse,
  isReadUnasked,
} from './kinds-of-files.ts';

type Plan = Pick<GatePlan, 'tests' | 'guarded' | 'gates'>;
type Asks = GuardedChange['asks'];

/** What a person said yes to already is left out. */
export async function guardedChanges(
  plan: Plan,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  known: GuardedKnown,
): Promise<readonly GuardedChange[]> {
  const read = new Set([...known.read, ...(await commanded(plan, base, known))]);
  const seen = { plan, told: new Set(known.tests), read, guarded: new Set(plan.guarded) };
  const picked = changes.flatMap((change) => pickOut(seen, change));
  if (picked.length === 0) return [];
  await base.ahead?.(picked.flatMap(({ old }) => old ?? []));
  await tree.ahead?.(picked.flatMap(({ path }) => path ?? []));
  const renames = await findRenames(plan, base, tree, changes);
  const found = await Promise.all(picked.map((each) => look(base, tree, renames, each)));
  return found.filter((each) => each !== null).filter(({ key }) => !known.agreed.includes(key));
}

/** Paths of a change that decide which tests run and how, whatever a person said of them; before and after. */
export async function settingPaths(
  plan: Plan,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly string[]> {
  const touched = await guardedChanges(plan, base, tree, changes, { tests: [], read: [], agreed: [] });
  const manifests = changes.filter(({ path, kind }) => kind === 'modified' && isManifest(path));
  const paths = [
    ...touched.flatMap(({ path, from }) => [path, ...(from === null ? [] : [from])]),
    ...manifests.map(({ path }) => path),
  ];
  return [...new Set(paths)].filter((path) => !isTest(plan, path));
}

/** Scripts of the base that these command lines come to. */
async function commanded({ tests }: Plan, base: Tree, { commands = [] }: GuardedKnown): Promise<readonly string[]> {
  if (commands.length === 0) return [];
  const gates = commands.map((line) => ({ argv: ['/bin/sh', '-c', line] }));
  return followCommands(await openSources(base), { gates, tests }, {});
}

type Seen = {
  readonly plan: Plan;
  /** Files with tests. */
  readonly told: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly guarded: ReadonlySet<string>;
};

type Picked = {
  readonly old: string | null;
  readonly path: string | null;
  readonly asks: Asks;
  /** Its lines are looked at. */
  readonly isText: boolean;
};

function pickOut(seen: Seen, { path, from, kind, binary, bytes }: Change): readonly Picked[] {
  const isText = !binary && bytes <= mostText;
  const old = kind === 'added' ? null : (from ?? path);
  const was = old === null ? null : guardedOnBase(seen, old);
  const now = kind === 'deleted' ? null : path;
  if (was !== null) return [{ old, path: now, asks: was, isText }];
  return now !== null && now !== old && isReadUnasked(now) ? [{ old: null, path: now, asks: 'always', isText }] : [];
}

/** Null: it ships, it is a test, or its lines are judged one by one elsewhere. */
function guardedOnBase({ plan, told, read, guarded }: Seen, path: string): Asks | null {
  if (isManifest(path)) return null;
  if (isIgnoreFile(path)) return 'if_needed';
  if (isBesideTests(plan, told, path)) return isData(path) && told.size > 0 ? null : 'always';
  if (isTest(plan, path)) return isReadUnasked(path) ? 'always' : null;
  if (isMakefile(path)) return plan.gates.some(({ argv }) => argv.some(isMake)) ? 'always' : null;
  return (guarded.has(path) || read.has(path) || isReadUnasked(path)) && !isProse(path) ? 'always' : null;
}

const isMake = (word: string): boolean => /(?:^|[\s/])(?:make|gmake|just)(?:\s|$)/.test(word);

/** Null: it says the same, in the words of the change. */
async function look(
  base: Tree,
  tree: Tree,
  renames: Renames,
  { old, path, asks, isText }: Picked,
): Promise<GuardedChange | null> {
  const [before, after] = [await contentOf(base, old), await contentOf(tree, path)];
  const isMoved = path !== null && old !== null && old !== path;
  const [was, now] = isText ? [decode(before) ?? '', decode(after) ?? ''] : ['', ''];
  const asItWas = (): boolean =>
    isText
      ? [was, inWordsOf(renames, old ?? '', was)].some((each) => isSame(each, now, isMoved))
      : Buffer.compare(before ?? Buffer.of(), after ?? Buffer.of()) === 0;
  const how = before === null ? 'added' : after === null ? 'removed' : 'changed';
  // What is found by its name is another one elsewhere.
  const mayMove = !isMoved || !isReadUnasked(old);
  if (how === 'changed' && mayMove && asItWas()) return null;
  const name = path ?? old ?? '';
  const [gone, came] = [shownLines(name, was), shownLines(name, now)];
  return {
    path: name,
    from: isMoved ? old : null,
    how,
    asks,
    key: guardedKey(name, after),
    was: beyond(came, gone),
    now: beyond(gone, came),
  };
}

/** Of a link, where it leads. */
async function contentOf(tree: Tree, path: string | null): Promise<Uint8Array | null> {
  if (path === null) return null;
  const target = await tree.link(path);
  return target === null ? tree.read(path) : new TextEncoder().encode(`link to ${target}`);
}

/** As the change calls what it renamed, and finds what it moved. */
function inWordsOf(renames: Renames, path: string, text: string): string {
  const named = text.replace(/[A-Za-z_$][\w$]*/g, (word) => renames.names.get(word) ?? word);
  return carryOver(path, named, renames).text.replace(/\b(\w+) as \1\b/g, '$1');
}

/** Empty lines and the ends of lines aside; where a file was moved, with it how often its imports lead upwards. */
function isSame(was: string, now: string, isMoved: boolean): boolean {
  const plain = (text: string) =>
    text
      .replace(/[ \t\r]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim();
  const placed = (text: string) => (isMoved ? plain(text).replace(/(['"])(?:\.\.?\/)+/g, '$1') : plain(text));
  return placed(was) === placed(now);
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** Values of an environment file may be secrets. */
const shownLines = (path: string, text: string): readonly string[] =>
  posix.basename(path).startsWith('.env') ? linesOf(text).map((line) => line.replace(/=.*/, '=...')) : linesOf(text);

const mostText = 1024 * 1024;
const mostLines = 40;
const longest = 160;

/** Lines of the second that the first has not, each copy by itself. */
function beyond(first: readonly string[], second: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of first) left.set(line, (left.get(line) ?? 0) + 1);
  const rest = second.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
  return rest.slice(0, mostLines).map((line) => tidy(line).slice(0, longest));
}
