// The change of one file in hunks: each can be put back alone.

import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import type { Hunk } from '../../domain/evidence/hunk.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { CutHunk } from '../../ports/gates.ts';
import { codeText, languageOf } from '../tamper/code-text.ts';
import { diffLines, type LineEdit } from './diff-lines.ts';
import { sameCodeAs } from './same-code.ts';
import { type Unit, unitsOf } from './units.ts';

/**
 * `taken`: so many definitions or statements went, and nothing came in their place. `more`: pieces that were not looked at, for each costs a reading of the whole file; `read`:
 * bytes of all those readings.
 */
export type CutFile = {
  readonly hunks: readonly CutHunk[];
  readonly taken: number;
  readonly more: number;
  readonly read: number;
};

/** What may be read and was, in bytes; `more` counts what was left. */
type Room = { readonly most: number; read: number; more: number };

/** Lines of the change, and what stands there without them. */
type Swap = { readonly from: number; readonly to: number; readonly back: readonly string[] };
type Piece = { readonly swaps: readonly Swap[]; readonly parts: readonly Piece[] };
type Cut = { readonly pieces: readonly Piece[]; readonly taken: number };

type File = {
  readonly path: string;
  readonly was: readonly string[];
  readonly now: readonly string[];
  readonly units: readonly Unit[];
  /** Lines on which a unit begins. */
  readonly begins: ReadonlySet<number>;
  /** All that are in `was`. */
  readonly words: ReadonlySet<string>;
};

/** Of one file. */
const mostBytes = 4 * 1024 * 1024;

/** `was` null: the file is new. `bytes`: that may be read for it; of more pieces the largest are looked at. `only`: the key of the one that is wanted; the file is read for no other. */
export function cutFile(
  path: string,
  was: string | null,
  text: string,
  bytes = mostBytes,
  only: string | null = null,
): CutFile {
  const units = unitsOf(path, text);
  const [old, now] = [was?.split('\n') ?? [], text.split('\n')];
  const file = { path, was: old, now, units, begins: beginnings(units), words: wordsOf(old) };
  const look = {
    ...file,
    only,
    isSame: sameCodeAs(path, text),
    room: { most: Math.min(bytes, mostBytes), read: 0, more: 0 },
  };
  if (was === null) return { hunks: hunksOf(look, [wholeOf(file)], true), taken: 0, ...countsOf(look) };
  const edits = diffLines(file.was, now).flatMap((edit) => divide(file, slide(file, edit)));
  const { pieces, taken } = joinSame(edits.map((edit) => place(file, edit, file.units)));
  return { hunks: hunksOf(look, pieces, false), taken, ...countsOf(look) };
}

function wholeOf({ now, units }: File): Piece {
  const own = units.filter(({ kind }) => kind === 'code');
  const parts = own.length > 1 ? own.map(withoutUnit) : (own[0]?.members ?? []).map(withoutUnit);
  return { swaps: [{ from: 0, to: now.length, back: [] }], parts: parts.length > 1 ? parts : [] };
}

const withoutUnit = ({ first, last, members }: Unit): Piece => ({
  swaps: [{ from: first, to: last + 1, back: [] }],
  parts: members.length > 1 ? members.map(withoutUnit) : [],
});

/** Lines that came may be told one up or down where the same stand beside them: where something begins is meant. */
function slide({ now, begins }: File, edit: LineEdit): LineEdit {
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
function divide({ now, begins }: File, edit: LineEdit): readonly LineEdit[] {
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

const beginnings = (units: readonly Unit[]): ReadonlySet<number> =>
  new Set(units.flatMap(({ first, members }) => [first, ...beginnings(members)]));

/** `own`: beside what belongs to the unit. */
type Placed = Cut & { readonly of: Unit | null; readonly own?: readonly Piece[] };

function place(file: File, edit: LineEdit, units: readonly Unit[], around: Unit | null = null): Placed {
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

const wordsOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.match(/[\w$]+/g) ?? []));

/** Lines between them go with the one before; imports beside each other are one. */
function addedUnits(covered: readonly Unit[], { now, put }: LineEdit): readonly Piece[] {
  const pieces: Piece[] = [];
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
  const pieces: Piece[] = [];
  for (const { of, pieces: found, own: beside = [] } of placed) {
    pieces.push(...beside);
    if (of === null || of.members.length > 0) pieces.push(...found);
    else own.set(of, [...(own.get(of) ?? []), ...found.flatMap(({ swaps }) => swaps)]);
  }
  const inside = [...own.values()].map((swaps) => ({ swaps, parts: [] }));
  return { pieces: [...pieces, ...inside], taken: placed.reduce((sum, each) => sum + each.taken, 0) };
}

type Look = File & {
  readonly only: string | null;
  readonly isSame: (other: string) => boolean;
  readonly room: Room;
};

function hunksOf(file: Look, pieces: readonly Piece[], isNew: boolean, within?: string): readonly CutHunk[] {
  const looked = file.only === null ? largest(file, pieces) : pieces;
  return looked.flatMap((piece) => {
    const told = tell(file, piece);
    const parts = () => hunksOf(file, piece.parts, isNew, told.key);
    if (file.only !== null && told.key !== file.only) return parts();
    const isFile = isNew && within === undefined;
    if (file.only !== null) file.room.read += lengthOf(file);
    const without = isFile ? '' : putBack(file, piece);
    if (file.isSame(without)) return [];
    if (declares(file, piece)) return [];
    const hunk = { ...told, text: isFile ? null : without, ...defined({ within }) };
    return [hunk, ...parts()];
  });
}

const countsOf = ({ room: { more, read } }: Look) => ({ more, read });

/** As many as there is room for, and at least one. */
function largest(file: Look, pieces: readonly Piece[]): readonly Piece[] {
  const { room } = file;
  const each = lengthOf(file);
  const most = Math.max(1, Math.floor((room.most - room.read) / each));
  const looked = pieces.length <= most ? pieces : pieces.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most);
  room.read += looked.length * each;
  room.more += pieces.length - looked.length;
  return looked;
}

const lengthOf = ({ now }: File): number => now.reduce((sum, line) => sum + line.length + 1, 0);

const sizeOf = ({ swaps }: Piece): number =>
  swaps.reduce((sum, { from, to, back }) => sum + Math.max(to - from, back.length), 0);

function putBack({ now }: File, { swaps }: Piece): string {
  const lines = [...now];
  for (const { from, to, back } of swaps.toSorted((a, b) => b.from - a.from)) lines.splice(from, to - from, ...back);
  return lines.join('\n');
}

/** Types, and imports whose names are used, for nothing or for others: they go with the code that needs them. */
function declares(file: File, { swaps }: Piece): boolean {
  const inside = ({ first, last }: Unit): boolean => swaps.some(({ from, to }) => first >= from && last < to);
  const own = file.units.filter(inside);
  const gone = swaps.flatMap(({ back }) => unitsOf(file.path, back.join('\n')));
  if (own.length === 0 || [...own, ...gone].some(({ kind }) => kind === 'code')) return false;
  if (own.every(({ kind }) => kind === 'type')) return true;
  const code = codeText(file.now.join('\n'), languageOf(file.path)).split('\n');
  const taken = new Set(own.flatMap(({ first, last }) => range(first, last)));
  const rest = wordsOf(code.filter((_, at) => !taken.has(at)));
  return own.every((unit) => {
    const brought = boundBy(code.slice(unit.first, unit.last + 1).join(' '));
    return unit.kind === 'type' || (brought.length > 0 && brought.every((name) => rest.has(name)));
  });
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** The names that an import brings; none where it is only loaded, or brings what it does not name. */
function boundBy(code: string): readonly string[] {
  const named = /^\s*(?:import|const|let|var)\b(.*?)(?:\bfrom\b|=)/.exec(code)?.[1] ?? /\bimport\b(.*)/.exec(code)?.[1];
  if (named === undefined || /["'`]/.test(named)) return [];
  return named
    .replaceAll(/[\w$.*]+\s*(?:\bas\b|:)\s*/g, '')
    .split(/[^\w$.]+/)
    .map((each) => each.split('.')[0] ?? '')
    .filter((each) => each !== '' && each !== 'type');
}

const mostShown = 2;

function tell({ path, now }: File, { swaps }: Piece): Hunk {
  const [first, last] = [Math.min(...swaps.map(({ from }) => from)), Math.max(...swaps.map(({ to }) => to))];
  const [came, gone] = [swaps.flatMap(({ from, to }) => now.slice(from, to)), swaps.flatMap(({ back }) => back)];
  const said = came.filter(isSaying).length === 0 ? gone : came;
  const hash = createHash('sha256').update(JSON.stringify([path, came, gone]));
  const begins = now.findIndex((line, at) => at >= first && at < last && isSaying(line));
  return {
    path,
    lines: [Math.max(first, begins) + 1, Math.max(first + 1, last)],
    size: Math.max(came.filter(isSaying).length, gone.filter(isSaying).length),
    shown: said
      .filter(isSaying)
      .slice(0, mostShown)
      .map((line) => tidy(line.trim()).slice(0, 120)),
    key: hash.digest('hex'),
  };
}

const isSaying = (line: string): boolean =>
  !/^[\s{}()[\];,]*$/.test(line) && !/^\s*(?:\/\/|\/\*|\*|#(?!include|!?\[))/.test(line);
