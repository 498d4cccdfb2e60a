// The last number that each counter gave out, kept in a file beside the store as well: a store that is put back from a copy, or begun anew, gives none out twice.
// What stands in folders, branches, chats and heads under a number then never means two things.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Log } from '../ports/system.ts';

export type Numbers = Readonly<Record<string, number>>;

/** null: it is not there, or cannot be read. */
export function readNumbers(path: string): Numbers | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read !== 'object' || read === null) return null;
    return Object.fromEntries(Object.entries(read).filter((entry) => Number.isSafeInteger(entry[1])));
  } catch {
    return null;
  }
}

/** To be called after every commit with what it gave out; the highest stays. Not synced: it is needed where the store was put back, not where the power went. No path: nothing is kept. */
export function keepNumbers(path: string | undefined, log: Log): (given: ReadonlyMap<string, number>) => void {
  if (path === undefined) return () => {};
  const last = new Map(Object.entries(readNumbers(path) ?? {}));
  return (given) => {
    for (const [counter, value] of given) last.set(counter, Math.max(value, last.get(counter) ?? 0));
    try {
      const text = JSON.stringify(Object.fromEntries(last));
      if (!writeInPlace(path, text)) writeWhole(path, text);
    } catch (error) {
      log.warn('the numbers given out are not on file', { path, why: String(error) });
    }
  };
}

/** A file that takes another's place makes the next sync on its disk wait for the journal: twice to ten times as long for the commit that comes then. So where digits alone are others they are written over, at once: whoever is killed leaves the old or the new. False: it is not as long as that, or not there. */
function writeInPlace(path: string, text: string): boolean {
  const file = openThere(path);
  if (file === null) return false;
  try {
    const length = Buffer.byteLength(text);
    return fstatSync(file).size === length && writeSync(file, text, 0) === length;
  } finally {
    closeSync(file);
  }
}

/** null: it cannot be opened, and is made anew. */
function openThere(path: string): number | null {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
}

function writeWhole(path: string, text: string): void {
  const half = `${path}.new`;
  rmSync(half, { force: true });
  writeFileSync(half, text, { mode: 0o600, flag: 'wx' });
  renameSync(half, path);
}
