// Which function of the base one was before: by its name in its file, or, where it was renamed or moved, by the lines that it still has.
import type { FunctionSpan } from '../functions/functions-of.ts';

/** With its lines. */
export type Sized = FunctionSpan & { readonly path: string; readonly text: readonly string[] };

type Sides = { readonly functions: readonly Sized[]; readonly before: { readonly functions: readonly Sized[] } | null };

/**
 * `wanted`: whose former is looked for elsewhere too. One of the base stands for as much of it as is not there any more, so that a copy has none. `most`: lines of the base that
 * all of them together are compared with; who comes after that counts as new.
 */
export function formersOf(files: readonly Sides[], wanted: (one: Sized) => boolean, most = mostCompared) {
  const formers = new Map<Sized, Sized>();
  const heirs = new Map<Sized, number>();
  const take = (one: Sized, former: Sized) => {
    formers.set(one, former);
    heirs.set(former, (heirs.get(former) ?? 0) + one.text.length);
  };
  for (const { functions, before } of files) {
    const rest = Map.groupBy(before?.functions ?? [], ({ name }) => name);
    for (const one of functions.filter(({ name }) => name !== '')) {
      const former = rest.get(one.name)?.shift();
      if (former !== undefined) take(one, former);
    }
  }
  const all = files
    .flatMap(({ before }) => before?.functions ?? [])
    .map((former) => ({ former, lines: countLines(former) }));
  const room = { lines: most };
  for (const one of files.flatMap(({ functions }) => functions).filter(wanted)) {
    if (formers.has(one)) continue;
    const former = likest(one, all, heirs, room);
    if (former !== null) take(one, former);
  }
  return formers;
}

/** So much of it must be the same. */
const enough = 0.6;
/** What is added when one is cut in two: heads, ends, a call. */
const added = 5;
const mostCompared = 1_000_000;

type Counted = { readonly former: Sized; readonly lines: ReadonlyMap<string, number> };

function likest(
  one: Sized,
  all: readonly Counted[],
  heirs: ReadonlyMap<Sized, number>,
  room: { lines: number },
): Sized | null {
  const lines = countLines(one);
  const size = one.text.filter(isSaying).length;
  let best: { readonly former: Sized; readonly share: number } | null = null;
  for (const each of all) {
    if (room.lines <= 0) break;
    if (each.former.text.length < enough * size || !hasRoom(each.former, one, heirs)) continue;
    room.lines -= each.lines.size;
    const share = common(lines, each.lines) / Math.max(1, size);
    if (share >= enough && share > (best?.share ?? 0)) best = { former: each.former, share };
  }
  return best?.former ?? null;
}

/** Nobody has it, or who has it left so much of it. */
function hasRoom(former: Sized, { text }: Sized, heirs: ReadonlyMap<Sized, number>): boolean {
  const taken = heirs.get(former);
  return taken === undefined || taken + text.length <= former.text.length * 1.1 + added;
}

/** Brackets alone are the same everywhere. */
const isSaying = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

function countLines({ text }: Sized): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.filter(isSaying)) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return counts;
}

function common(lines: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [line, count] of others) sum += Math.min(count, lines.get(line) ?? 0);
  return sum;
}
