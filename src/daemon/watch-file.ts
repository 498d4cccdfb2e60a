// Tells how a file is now, and again when it has changed and been quiet for a second. The folder is watched, so renames count and the file need not exist.
import { watch } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Stamp } from '../domain/session/driven.ts';

const quietMs = 1_000;

type Changed = (stamp: Stamp | null) => Promise<void>;

/** Ends with the signal. Rejects where the folder cannot be watched, or what is told is refused. */
export async function watchFile(path: string, changed: Changed, signal: AbortSignal): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  const look = () => {
    telling = telling.then(async () => changed(await stampOf(path)));
    telling.catch(reject);
  };
  // Before the first look: what changes after it is heard.
  const watcher = watch(folder, { persistent: false }, (_event, name) => {
    if (name !== null && name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  });
  watcher.on('error', reject);
  signal.addEventListener('abort', () => resolve(), { once: true });
  try {
    if (signal.aborted) return;
    look();
    await promise;
  } finally {
    clearTimeout(timer);
    watcher.close();
    await telling.catch(() => {});
  }
}

async function stampOf(path: string): Promise<Stamp | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : { modifiedAt: found.mtimeMs, size: found.size, inode: found.ino };
}
