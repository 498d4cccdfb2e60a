// A whole change in hunks: of its production code what can be put back alone, and how much of it cannot.
import type { Change, CutChange, GatePlan } from '../../ports/gates.ts';
import type { Tree } from '../../ports/git.ts';
import { isTest } from '../is-test.ts';
import { isCode, isDocument, shippedOf } from '../production.ts';
import { decode } from '../sources.ts';
import { type Cutter, openCutter, type ToldCut } from './cutter.ts';

const mostBytes = 256 * 1024;
/** The largest of them. */
const mostFiles = 200;
/** Of what is not read. */
const mostNamed = 3;
/** Characters that are read for the pieces of all: a second or two. */
const mostRead = 16 * 1024 * 1024;

const weigh = ({ added, removed }: Change): number => added + removed;

export async function cutChange(
  plan: Pick<GatePlan, 'tests' | 'guarded'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
  only: string | null = null,
): Promise<CutChange> {
  const shipped = shippedOf(plan, changes);
  const code = shipped.filter(({ path }) => isCode(path));
  const there = code.filter(({ kind }) => kind !== 'deleted');
  const looked = there.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, mostFiles);
  if (looked.length > few) await readAhead(base, tree, looked);
  const cut = await cutEach(looked, (cutter, change, room) => cutOne(cutter, base, tree, change, { room, only }));
  const known = cut.filter((each) => each !== null);
  const read = new Set(looked.filter((_, at) => cut[at] !== null));
  const unread = there.filter((each) => !read.has(each)).map(({ path }) => path);
  const hunks = known.flatMap((each) => each.hunks);
  const taken = known.reduce((sum, each) => sum + each.taken, 0);
  const [sole, ...others] = hunks.filter(({ within }) => within === undefined);
  const besides = changes.filter(({ path }) => !isTest(plan, path) && !isDocument(path)).length - 1;
  const more = known.reduce((sum, each) => sum + each.more, 0);
  const isAll = sole !== undefined && others.length + besides + taken + more === 0;
  return {
    hunks,
    more,
    data: shipped.length - code.length,
    unread: unread.length,
    ...(unread.length > 0 && { named: unread.slice(0, mostNamed) }),
    ...(isAll && { all: sole.key }),
  };
}

async function cutEach(
  changes: readonly Change[],
  one: (cutter: Cutter, change: Change, room: number) => Promise<ToldCut | null>,
): Promise<readonly (ToldCut | null)[]> {
  const cutter = openCutter();
  const cut: (ToldCut | null)[] = [];
  let room = mostRead;
  try {
    for (const change of changes) {
      const told = await one(cutter, change, room);
      room -= told?.read ?? 0;
      cut.push(told);
    }
  } finally {
    cutter.end();
  }
  return cut;
}

/** A few are known from before, each by itself. */
const few = 8;

async function readAhead(base: Tree, tree: Tree, changes: readonly Change[]): Promise<void> {
  await base.ahead?.(changes.flatMap(({ path, from, kind }) => (kind === 'added' ? [] : [from ?? path])));
  await tree.ahead?.(changes.map(({ path }) => path));
}

/** Null: it is not read. */
async function cutOne(
  { cut }: Cutter,
  base: Tree,
  tree: Tree,
  { path, from, kind, bytes }: Change,
  { room, only }: { readonly room: number; readonly only: string | null },
): Promise<ToldCut | null> {
  if (bytes > mostBytes || room <= 0) return null;
  const was = kind === 'added' ? null : decodeWhole(await base.read(from ?? path));
  const written = await tree.read(path);
  const now = decodeWhole(written);
  if (now !== null && (kind === 'added' || was !== null)) return cut({ path, was, now, room, only });
  // New, it can be taken away whole whatever its words are.
  const guess = kind === 'added' ? decode(written) : null;
  if (guess === null) return null;
  const told = await cut({ path, was: null, now: guess, room, only });
  return told === null ? null : { ...told, hunks: told.hunks.filter(({ within }) => within === undefined) };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Null: it is not there, or another text would come of it where it is written again. */
function decodeWhole(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
