// A file that somebody else wrote: whether it is there, and read without a risk: regular, of bounded size; no link is followed and no pipe waited for.
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

const most = 16 * 1024 * 1024;

/** Null where it is not such a file. */
export async function readSmall(path: string | Buffer): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  try {
    const found = await file?.stat();
    return found?.isFile() && found.size <= most ? ((await file?.readFile('utf8')) ?? null) : null;
  } finally {
    await file?.close();
  }
}

/** Whatever it is; a link counts as what it leads to. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
