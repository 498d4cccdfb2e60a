// Where lines of a source stand in the script that V8 ran, whatever had transformed it.
import { inlineMap, type Piece, readSourceMap } from './source-map.ts';

export type Script = { readonly file: string; readonly text: string; readonly map: string | null };

/** From one offset of the script to another. */
export type Place = readonly [start: number, end: number];

/** What vite and jest put around a module. */
const wrapped = /^(?:'use strict';async \(|\(\{"Object\.<anonymous>":function\()[^\n]{0,600}?\{+/;
/** How a module tells what it exports; nobody wrote that. */
const hoisted = /^\s*(?:__vi\w*_exportName__\(|Object\.defineProperty\(__vi)/;

/** Places of these lines, from 1; null: nobody can tell where they are. */
export function placesOf(
  script: Script,
  source: string,
  lines: ReadonlySet<number>,
): ReadonlyMap<number, readonly Place[]> | null {
  const rows = rowsOf(script.text);
  const head = wrapped.exec(script.text)?.[0].length ?? 0;
  const map = script.map ?? inlineMap(script.text);
  const name = script.file.slice(script.file.lastIndexOf('/') + 1);
  const pieces =
    map === null ? identity(script.text.slice(head), source) : readSourceMap(map, (of) => of.endsWith(name));
  if (pieces === null) return null;
  const found = new Map<number, Place[]>();
  rows.forEach(({ start, text }, at) => {
    if (hoisted.test(at === 0 ? text.slice(head) : text)) return;
    const shift = at === 0 ? head : 0;
    const row = pieces[at] ?? [];
    row.forEach(({ column, line }, each) => {
      if (line === null || !lines.has(line)) return;
      const end = row[each + 1]?.column ?? text.length - shift;
      const place = trim(text, column + shift, Math.min(text.length, end + shift), start);
      if (place !== null) found.set(line, [...(found.get(line) ?? []), place]);
    });
  });
  return found;
}

function rowsOf(text: string): readonly { readonly start: number; readonly text: string }[] {
  let start = 0;
  return text.split('\n').map((row) => {
    const here = { start, text: row };
    start += row.length + 1;
    return here;
  });
}

/** What was only stripped of its types, or not at all, has its lines where they were. */
function identity(text: string, source: string): readonly (readonly Piece[])[] | null {
  const [rows, own] = [text.split('\n'), source.split('\n')];
  const squeeze = (row: string | undefined): string => (row ?? '').replace(/\s+/g, '');
  const isKept = own.every((row, at) => squeeze(row) === squeeze(rows[at]) || isStripped(row, rows[at] ?? ''));
  return isKept ? own.map((_, at) => [{ column: 0, line: at + 1 }]) : null;
}

/** Each character is as it was or blank. */
const isStripped = (row: string, now: string): boolean =>
  row.length === now.length &&
  now.split('').every((letter, at) => letter === ' ' || letter === ';' || letter === row[at]);

function trim(text: string, from: number, to: number, start: number): Place | null {
  const piece = text.slice(from, to);
  const left = piece.length - piece.trimStart().length;
  const right = piece.trimEnd().length;
  return right <= left || /^[\s{}()[\];,]*$/.test(piece) ? null : [start + from + left, start + from + right];
}
