// The change of one file in hunks: each can be put back alone.

import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import type { Hunk } from '../../domain/evidence/hunk.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { CutHunk } from '../../ports/gates.ts';
import { codeText, languageOf } from '../tamper/code-text.ts';
import { type Comparing, compareWithin } from './compare-within.ts';
import { diffLines, type LineEdit } from './diff-lines.ts';
import { firstFrom } from './first-from.ts';
import { type Swap, swapLines } from './swap-lines.ts';
import { type Unit, unitsOf } from './units.ts';

/** `taken`: so many definitions or statements went, and nothing came in their place. `more`: pieces that were not looked at; `read`: characters that were read for all that were. */
export type CutFile = {
  readonly hunks: readonly CutOne[];
  readonly taken: number;
  readonly more: number;
  readonly read: number;
};

type CutOne = CutHunk & { readonly text: string | null };

/** Characters that may be read; `looked` counts pieces, `more` those that were left. */
type Room = { readonly most: number; looked: number; more: number };

/** In characters: what a piece costs however short it is. */
const pieceCosts = 1024;

/** Lines of the change, and what stands there without them. */
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

/** Of one file, which is read as a whole for each piece where its parts cannot be read alone. */
const mostCharacters = 4 * 1024 * 1024;

/** `was` null: the file is new. `room`: characters that may be read for it; of more pieces the largest are looked at. `only`: the key of the one that is wanted; the file is read for no other. */
export function cutFile(
  path: string,
  was: string | null,
  text: string,
  room = mostCharacters,
  only: string | null = null,
): CutFile {
  const units = unitsOf(path, text);
  const [old, now] = [was?.split('\n') ?? [], text.split('\n')];
  const file = { path, was: old, now, units, begins: beginnings(units), words: new Set(wordsIn(old)) };
  const look = {
    ...file,
    only,
    code: codeOnDemand(file),
    // Members alone are no types of a whole.
    comparing: compareWithin(path, now, /\.[cm]?ts$/.test(path) ? units.map(({ first }) => first) : file.begins),
    room: { most: Math.min(room, mostCharacters), looked: 0, more: 0 },
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

const wordsIn = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.match(/[\w$]+/g) ?? []);

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
  readonly code: () => Code;
  readonly comparing: Comparing;
  readonly room: Room;
};

/** Of a listing each with what it is a part of, and before the parts of its own. */
function hunksOf(file: Look, pieces: readonly Piece[], isNew: boolean, within?: string): readonly CutOne[] {
  const isFile = isNew && within === undefined;
  const looked = file.only === null ? largest(file, pieces) : pieces;
  return looked.flatMap((piece) => {
    const told = tell(file, piece);
    const parts = () => hunksOf(file, piece.parts, isNew, told.key);
    if (file.only !== null && told.key !== file.only) return parts();
    if (file.only !== null && !says(file, piece)) return [];
    if (declares(file, piece)) return [];
    const hunk = {
      ...told,
      ...defined({ within }),
      // Made when it is asked for: of a large file with many pieces there would be as many texts.
      get text() {
        return isFile ? null : putBack(file, piece);
      },
    };
    return [hunk, ...parts()];
  });
}

/** It does more than a comment, or the form of what is there. */
const says = (file: Look, piece: Piece): boolean => !file.comparing.same(piece.swaps);

const spent = ({ room: { looked }, comparing }: Look): number => comparing.read() + looked * pieceCosts;

const countsOf = (file: Look) => ({ more: file.room.more, read: spent(file) });

/** Those that say something; the largest first for as long as there is room, and at least one. */
function largest(file: Look, pieces: readonly Piece[]): readonly Piece[] {
  const { room } = file;
  const found = new Set<Piece>();
  for (const [at, piece] of pieces.toSorted((a, b) => sizeOf(b) - sizeOf(a)).entries()) {
    if (at > 0 && spent(file) >= room.most) {
      room.more += 1;
      continue;
    }
    room.looked += 1;
    if (says(file, piece)) found.add(piece);
  }
  return pieces.filter((piece) => found.has(piece));
}

const sizeOf = ({ swaps }: Piece): number =>
  swaps.reduce((sum, { from, to, back }) => sum + Math.max(to - from, back.length), 0);

const putBack = ({ now }: File, { swaps }: Piece): string => swapLines(now, swaps).join('\n');

/** Types, and imports whose names are used, for nothing or for others: they go with the code that needs them. */
function declares(file: Look, { swaps }: Piece): boolean {
  const own = swaps.flatMap(({ from, to }) => unitsBetween(file.units, from, to));
  const gone = swaps.flatMap(({ back }) => unitsOf(file.path, back.join('\n')));
  if (own.length === 0 || [...own, ...gone].some(({ kind }) => kind === 'code')) return false;
  if (own.every(({ kind }) => kind === 'type')) return true;
  const { lines, words } = file.code();
  const linesOf = ({ first, last }: Unit) => lines.slice(first, last + 1);
  const inOwn = countWords(own.flatMap(linesOf));
  const isElsewhere = (name: string): boolean => (words.get(name) ?? 0) > (inOwn.get(name) ?? 0);
  return own.every((unit) => {
    const brought = boundBy(linesOf(unit).join(' '));
    return unit.kind === 'type' || (brought.length > 0 && brought.every(isElsewhere));
  });
}

function unitsBetween(units: readonly Unit[], from: number, to: number): readonly Unit[] {
  const begin = firstFrom(units, from, ({ first }) => first);
  return units
    .slice(
      begin,
      firstFrom(units, to, ({ first }) => first),
    )
    .filter(({ last }) => last < to);
}

/** Lines without comments and texts, and how often each word stands in them. */
type Code = { readonly lines: readonly string[]; readonly words: ReadonlyMap<string, number> };

function codeOnDemand({ path, now }: File): () => Code {
  let code: Code | null = null;
  return () => {
    if (code === null) {
      const lines = codeText(now.join('\n'), languageOf(path)).split('\n');
      code = { lines, words: countWords(lines) };
    }
    return code;
  };
}

function countWords(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(lines)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

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
  const begins = first + now.slice(first, last).findIndex(isSaying);
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
