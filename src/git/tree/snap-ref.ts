// The name under which a tree is kept in a hub, written the way git writes a loose one, without waiting for the disk as well: no program is started for a line.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inHub, line } from '../process/git.ts';
import { isThere } from '../process/small-file.ts';

const prefix = 'refs/drover/snap/';

/** Under `refs/drover/snap/LABEL`. What cannot be written here git is told to write. */
export async function keepTree(hub: Hub, label: string, tree: string): Promise<Result<void>> {
  const ref = `${prefix}${label}`;
  if (isPlain(ref) && write(join(hub.path, ref), tree)) return ok(undefined);
  const kept = await inHub(hub, `keep the snapshot ${label}`, ['update-ref', ref, tree]);
  return kept.ok ? ok(undefined) : kept;
}

/** Those of all labels that are chosen; none where there is no hub. */
export async function forgetTrees(
  hub: Pick<Hub, 'path'>,
  choose: (labels: readonly string[]) => Promise<readonly string[]>,
): Promise<Result<readonly string[]>> {
  if (!(await isThere(join(hub.path, 'HEAD')))) return ok([]);
  const there = await inHub(hub, 'list the snapshots', ['for-each-ref', '--format=%(refname)', prefix]);
  if (!there.ok) return there;
  const refs = line(there.value).split('\n').filter(Boolean);
  const chosen = await choose(refs.map((ref) => ref.slice(prefix.length)));
  if (chosen.length === 0) return ok([]);
  const input = Buffer.from(chosen.map((label) => `delete ${prefix}${label}\n`).join(''));
  const gone = await inHub(hub, 'forget snapshots', ['update-ref', '--stdin'], { input });
  return gone.ok ? ok(chosen) : gone;
}

/** What git takes for a name beyond doubt. */
const isPlain = (ref: string): boolean =>
  ref.split('/').every((part) => /^[\w-][\w.+-]*$/.test(part) && !/\.\.|\.$|\.lock$/.test(part));

/** False: it was not; somebody has its lock, or what stands there is no file. */
function write(place: string, tree: string): boolean {
  const lock = `${place}.lock`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    const file = openSync(lock, 'wx');
    try {
      writeFileSync(file, `${tree}\n`);
      renameSync(lock, place);
      return true;
    } catch (error) {
      rmSync(lock, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
