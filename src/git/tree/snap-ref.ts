// The name under which a tree is kept in a hub, written the way git writes a loose one, without waiting for the disk as well: no program is started for a line.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inHub } from '../process/git.ts';

/** Under `refs/drover/snap/LABEL`. What cannot be written here git is told to write. */
export async function keepTree(hub: Hub, label: string, tree: string): Promise<Result<void>> {
  const ref = `refs/drover/snap/${label}`;
  if (isPlain(ref) && (await write(join(hub.path, ref), tree))) return ok(undefined);
  const kept = await inHub(hub, `keep the snapshot ${label}`, ['update-ref', ref, tree]);
  return kept.ok ? ok(undefined) : kept;
}

/** What git takes for a name beyond doubt. */
const isPlain = (ref: string): boolean =>
  ref.split('/').every((part) => /^[\w-][\w.+-]*$/.test(part) && !/\.\.|\.$|\.lock$/.test(part));

/** False: it was not; somebody has its lock, or what stands there is no file. */
async function write(place: string, tree: string): Promise<boolean> {
  const lock = `${place}.lock`;
  try {
    await mkdir(dirname(place), { recursive: true });
    const file = await open(lock, 'wx');
    try {
      await file.writeFile(`${tree}\n`);
      await rename(lock, place);
      return true;
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
