// A file is replaced whole or not at all. A link stays a link: what it points at is replaced.
import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Mode 0600 for a new file; an old one keeps its own. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await writeSynced(draft, text, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

async function writeSynced(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  await file.chmod(mode);
  await file.sync();
}

/** The rename itself is on disk then. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
