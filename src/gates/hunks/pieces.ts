// Lines of a change and where they stand: in one function, among others, or as what came new.
import { diffLines, type LineEdit } from './diff-lines.ts';
import type { Swap } from './swap-lines.ts';
import type { Unit } from './units.ts';

/** Lines of the change, and what stands there without them. */
export type ChangedPiece = { readonly swaps: readonly Swap[]; readonly parts: readonly ChangedPiece[] };
export type Cut = { readonly pieces: readonly ChangedPiece[]; readonly taken: number };

export type FileWithUnits = {
  readonly path: string;
  readonly was: readonly string[];
  readonly now: readonly string[];
  readonly units: readonly Unit[];
  /** Lines on which a unit begins. */
  readonly begins: ReadonlySet<number>;
  /** All that are in `was`. */
  readonly words: ReadonlySet<string>;
};

/** Of a file that was there before. */
export function piecesOf(file: FileWithUnits): Cut {
  const edits = diffLines(file.was, file.now).flatMap((edit) => divide(file, slide(file, edit)));
  return joinSame(edits.map((edit) => place(file, edit, file.units)));
}

/** Of one that is new. */
export function wholeOf({ now, units }: FileWithUnits): ChangedPiece {
  const own = units.filter(({ kind }) => kind === 'code');
  const parts = own.length > 1 ? own.map(withoutUnit) : (own[0]?.members ?? []).map(withoutUnit);
  return { swaps: [{ from: 0, to: now.length, back: [] }], parts: parts.length > 1 ? parts : [] };
}

const withoutUnit = ({ first, last, members }: Unit): ChangedPiece => ({
  swaps: [{ from: first, to: last + 1, back: [] }],
  parts: members.length > 1 ? members.map(withoutUnit) : [],
});

/** Lines that came may be told one up or down where the same stand beside them: where something begins is meant. */
function slide({ now, begins }: FileWithUnits, edit: LineEdit): LineEdit {
  if (edit.taken > 0 || edit.put === 0) return edit;
  const isGood = (at: number): boolean => begins.has(at);
  for (const step of [-1, 1]) {
    let shifted = edit;
    while (!isGood(shifted.now)) {
      const [leaves, enters] =
        step < 0 ? [shifted.now + shifted.put - 1, shifted.now - 1] : [shifted.now, shifted.now + shifted.put];
      if (enters < 0 || enters >= now.length || now[leaves] !== now[enters]) break;
      shifted = { ...shifted, old: shifted.old + step, now: shifted.now + step };
    }
    if (isGood(shifted.now)) return shifted;
  }
  return edit;
}

/** Lines that were changed, and behind them what came: a bracket that closes both may have hidden where the one ends. */
function divide({ now, begins }: FileWithUnits, edit: LineEdit): readonly LineEdit[] {
  if (edit.taken === 0) return [edit];
  const end = edit.now + edit.put;
  for (let put = 1; put < edit.put; put += 1) {
    const first = edit.now + put;
    let same = 0;
    while (same < mostClosing && end + same < now.length && now[first + same] === now[end + same]) {
      same += 1;
      if (begins.has(first + same))
        return [
          { ...edit, put },
          { old: edit.old + edit.taken + same, taken: 0, now: first + same, put: edit.put - put },
        ];
    }
  }
  return [edit];
}

/** Lines that close what was begun. */
const mostClosing = 64;

export const beginnings = (units: readonly Unit[]): ReadonlySet<number> =>
  new Set(units.flatMap(({ first, members }) => [first, ...beginnings(members)]));

/** `own`: beside what belongs to the unit. */
type Placed = Cut & { readonly of: Unit | null; readonly own?: readonly ChangedPiece[] };

function place(file: FileWithUnits, edit: LineEdit, units: readonly Unit[], around: Unit | null = null): Placed {
  const inner = units.find((unit) => holds(unit, edit));
  if (inner !== undefined) return place(file, edit, inner.members, inner);
  const end = edit.now + edit.put;
  const covered = units.filter(({ first, last }) => first >= edit.now && last < end);
  const swap = { from: edit.now, to: end, back: file.was.slice(edit.old, edit.old + edit.taken) };
  if (covered.length > 0 && edit.taken === 0) return { of: null, pieces: addedUnits(covered, edit), taken: 0 };
  if (edit.put === 0 && (around === null || around.members.length > 0)) return { of: null, pieces: [], taken: 1 };
  const isNew = ({ kind, name }: Unit): boolean => kind === 'code' && name !== '' && !file.words.has(name);
  return { of: around, ...apart(swap, covered.filter(isNew)), taken: 0 };
}

/** What is new by name among lines that stand for others is a piece of its own; where there is nothing else, a part of them. */
function apart(swap: Swap, units: readonly Unit[]): Pick<Placed, 'pieces' | 'own'> {
  const rest: Swap[] = [];
  let from = swap.from;
  for (const { first, last } of units) {
    if (first > from) rest.push({ from, to: first, back: [] });
    from = last + 1;
  }
  if (swap.to > from) rest.push({ from, to: swap.to, back: [] });
  const last = rest.pop();
  if (last === undefined) return { pieces: [{ swaps: [swap], parts: units.length > 1 ? units.map(withoutUnit) : [] }] };
  return { pieces: [{ swaps: [...rest, { ...last, back: swap.back }], parts: [] }], own: units.map(withoutUnit) };
}

/** More of it than the change stands there. */
const holds = ({ first, last }: Unit, { now, put }: LineEdit): boolean =>
  put === 0 ? first < now && now <= last : first <= now && now + put - 1 <= last && put < last - first + 1;

/** Lines between them go with the one before; imports beside each other are one. */
function addedUnits(covered: readonly Unit[], { now, put }: LineEdit): readonly ChangedPiece[] {
  const pieces: ChangedPiece[] = [];
  covered.forEach((unit, at) => {
    const span = {
      from: at === 0 ? Math.min(now, unit.first) : unit.first,
      to: covered[at + 1]?.first ?? Math.max(now + put, unit.last + 1),
    };
    const joins = unit.kind === 'import' && covered[at - 1]?.kind === 'import';
    const before = joins ? pieces.pop()?.swaps[0] : undefined;
    const swap = { from: before?.from ?? span.from, to: span.to, back: [] };
    pieces.push({ swaps: [swap], parts: unit.members.length > 1 ? unit.members.map(withoutUnit) : [] });
  });
  return pieces;
}

/** What was changed in one function is one piece. */
function joinSame(placed: readonly Placed[]): Cut {
  const own = new Map<Unit, readonly Swap[]>();
  const pieces: ChangedPiece[] = [];
  for (const { of, pieces: found, own: beside = [] } of placed) {
    pieces.push(...beside);
    if (of === null || of.members.length > 0) pieces.push(...found);
    else own.set(of, [...(own.get(of) ?? []), ...found.flatMap(({ swaps }) => swaps)]);
  }
  const inside = [...own.values()].map((swaps) => ({ swaps, parts: [] }));
  return { pieces: [...pieces, ...inside], taken: placed.reduce((sum, each) => sum + each.taken, 0) };
}
