// The change of one file in hunks: each can be put back alone.

import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import type { Hunk } from '../../domain/evidence/hunk.ts';
import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { CutHunk } from '../../ports/gates.ts';
import { type Comparing, compareWithin } from './compare-within.ts';
import { type Code, codeOnDemand, declares, wordsIn } from './declarations.ts';
import { beginnings, type ChangedPiece, type FileWithUnits, piecesOf, wholeOf } from './pieces.ts';
import { swapLines } from './swap-lines.ts';
import { unitsOf } from './units.ts';

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
  const { pieces, taken } = piecesOf(file);
  return { hunks: hunksOf(look, pieces, false), taken, ...countsOf(look) };
}

type Look = FileWithUnits & {
  readonly only: string | null;
  readonly code: () => Code;
  readonly comparing: Comparing;
  readonly room: Room;
};

/** Of a listing each with what it is a part of, and before the parts of its own. */
function hunksOf(file: Look, pieces: readonly ChangedPiece[], isNew: boolean, within?: string): readonly CutOne[] {
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
const says = (file: Look, piece: ChangedPiece): boolean => !file.comparing.same(piece.swaps);

const spent = ({ room: { looked }, comparing }: Look): number => comparing.read() + looked * pieceCosts;

const countsOf = (file: Look) => ({ more: file.room.more, read: spent(file) });

/** Those that say something; the largest first for as long as there is room, and at least one. */
function largest(file: Look, pieces: readonly ChangedPiece[]): readonly ChangedPiece[] {
  const { room } = file;
  const found = new Set<ChangedPiece>();
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

const sizeOf = ({ swaps }: ChangedPiece): number =>
  swaps.reduce((sum, { from, to, back }) => sum + Math.max(to - from, back.length), 0);

const putBack = ({ now }: FileWithUnits, { swaps }: ChangedPiece): string => swapLines(now, swaps).join('\n');

const mostShown = 2;

function tell({ path, now }: FileWithUnits, { swaps }: ChangedPiece): Hunk {
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
