// A file that somebody else wrote: whether it is there, and read without a risk: regular, of bounded size; no link is followed and no pipe waited for.
// All in place: the files are short, and a trip through the threads for each call takes ten times as long as the call.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { entryOf } from './file-stamp.ts';

const most = 16 * 1024 * 1024;

/** Null where it is not such a file. */
export async function readSmall(path: string | Buffer): Promise<string | null> {
  const file = opened(path);
  if (file === null) return null;
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= most ? readUpTo(file, found.size) : null;
  } finally {
    closeSync(file);
  }
}

/** Whoever writes on meanwhile holds nobody up. */
function readUpTo(file: number, size: number): string {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let more = -1; length < size && more !== 0; length += more)
    more = readSync(file, bytes, length, size - length, length);
  return bytes.toString('utf8', 0, length);
}

function opened(path: string | Buffer): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** Whatever it is; a link counts as what it leads to. */
export const isThere = async (path: string): Promise<boolean> => entryOf(path) !== undefined;
