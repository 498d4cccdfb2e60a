// Where a transcript is: one file; after it was cut a link to OUTPUT.N, whose first byte is byte N of all that was written.
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

type FilePlace = { readonly file: string; readonly from: number };

export function locateTranscript(path: string): FilePlace {
  const target = readLink(path);
  const from = Number(target?.split('.').at(-1));
  return target === null || !Number.isSafeInteger(from)
    ? { file: path, from: 0 }
    : { file: join(dirname(path), target), from };
}

/** Everything that was ever written to it, as far as the disk tells. */
export function writtenBytes(path: string): number {
  const { file, from } = locateTranscript(path);
  return from + fileSize(file);
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** What a terminal looked like at byte `at`; beside a transcript that was cut. */
type Rest = { readonly at: number; readonly columns: number; readonly rows: number; readonly bytes: Buffer };

export const restPath = (path: string): string => `${path}.picture`;

export function readRest(path: string): Rest | null {
  if (!existsSync(restPath(path))) return null;
  const all = readFileSync(restPath(path));
  const end = all.indexOf(0x0a);
  const [at = Number.NaN, columns = 0, rows = 0] = all.toString('utf8', 0, end).split(' ').map(Number);
  return at >= 0 && columns > 0 && rows > 0 ? { at, columns, rows, bytes: all.subarray(end + 1) } : null;
}

export type Size = { readonly at: number; readonly columns: number; readonly rows: number };

/** The windows a terminal had, from which byte on; the first is from 0. */
export const sizesPath = (path: string): string => `${path}.sizes`;

export const sizeLine = ({ at, columns, rows }: Size): string => `${at} ${columns} ${rows}\n`;

export function readSizes(path: string): Size[] {
  if (!existsSync(sizesPath(path))) return [];
  const lines = readFileSync(sizesPath(path), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [at = 0, columns = 80, rows = 24] = line.split(' ').map(Number);
    return { at, columns, rows };
  });
}

// Bytes in a file.

/** 0 where it is not there. */
const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
