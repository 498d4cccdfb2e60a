// Tells how a file is now, and again when it has changed and been quiet for a second. The folder is watched, so renames count; neither file nor folder need exist.
import { watch } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Stamp } from '../../domain/session/driven.ts';

const quietMs = 1_000;

type Changed = (stamp: Stamp | null) => Promise<void>;

/** Ends with the signal. Rejects where the folder cannot be watched, or what is told is refused. */
export async function watchFile(path: string, changed: Changed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const folder = await nearest(dirname(path));
    await watchIn(folder, path, changed, signal);
  }
}

/** The folder of the file, or the one in which the way to it will begin. */
async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at))
    if (
      at === dirname(at) ||
      (await access(at).then(
        () => true,
        () => false,
      ))
    )
      return at;
}

/** Until the signal fires, or another folder is nearer. */
async function watchIn(folder: string, path: string, changed: Changed, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  const look = () => {
    telling = telling.then(async () => changed(await stampOf(path)));
    telling.catch(reject);
  };
  // Before the first look: what changes after it is heard.
  const watcher = watch(folder, { persistent: false }, (_event, name) => {
    if (folder !== dirname(path)) return void nearest(dirname(path)).then((now) => now !== folder && resolve());
    // A folder that goes is told under its own name.
    if (name === basename(folder)) void nearest(folder).then((now) => now !== folder && resolve());
    if (name !== null && name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  });
  watcher.on('error', reject);
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    look();
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    watcher.close();
    await telling.catch(() => {});
  }
}

async function stampOf(path: string): Promise<Stamp | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : { modifiedAt: found.mtimeMs, size: found.size, inode: found.ino };
}
