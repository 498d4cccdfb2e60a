// Which files below a folder were read: they get an access time of long ago, and those that have another one later were read meanwhile.
import { closeSync, constants, lstatSync, lutimesSync, openSync, readdirSync, type Stats } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from './code-of.ts';

/** Dependencies, and what git keeps for itself. */
const apart = new Set(['node_modules', '.venv', '.git']);

/** Seconds since 1970; whatever is later was a read. */
const longAgo = 0;
const aDay = 86_400_000;

/** So many files are dealt with in one go; whoever else waits has a turn then. */
const oneGo = 200;

/** Nothing but regular files; whatever vanishes meanwhile is left out. */
export async function ageReads(folder: string): Promise<void> {
  await eachFile(folder, (at, _path, { mtimeMs }) => lutimesSync(at, longAgo, mtimeMs / 1000));
}

/** Paths below it, in no order. `before`, in whole milliseconds: what was changed later is not told of, for whoever made it may have read it as well. */
export async function readIn(folder: string, before: number): Promise<readonly string[]> {
  const found: string[] = [];
  await eachFile(folder, (_at, path, { atimeMs, mtimeMs }) => {
    if (atimeMs > aDay && Math.floor(mtimeMs) <= before) found.push(path);
  });
  return found;
}

/** Whether the file system of this folder tells that a file was read: one of ours is. */
export async function keepsAccessTimes(folder: string): Promise<boolean> {
  const room = await mkdtemp(join(folder, 'reads-'));
  try {
    for (const name of ['read', 'unread']) await writeFile(join(room, name), 'x');
    await ageReads(room);
    await readFile(join(room, 'read'));
    const found = await readIn(room, Date.now() + aDay);
    return found.length === 1 && found[0] === 'read';
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

type Work = (at: string, path: string, found: Stats) => void;

/** Each folder is held open, and no link is followed on the way. */
async function eachFile(folder: string, work: Work): Promise<void> {
  let left = oneGo;
  const walk = async (at: string, below: string): Promise<void> => {
    const held = hold(at);
    if (held === null) return;
    try {
      const place = process.platform === 'linux' ? `/proc/self/fd/${held}` : at;
      for (const entry of readdirSync(place, { withFileTypes: true })) {
        const path = `${below}${entry.name}`;
        if (entry.isDirectory() && !apart.has(entry.name)) await walk(`${place}/${entry.name}`, `${path}/`);
        if (!entry.isFile()) continue;
        unlessGone(() => work(`${place}/${entry.name}`, path, lstatSync(`${place}/${entry.name}`)));
        left -= 1;
        if (left > 0) continue;
        left = oneGo;
        await setImmediate();
      }
    } finally {
      closeSync(held);
    }
  };
  await walk(folder, '');
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** null: it is no folder any more, or one that nobody may enter. */
function hold(path: string): number | null {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch {
    return null;
  }
}

function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EACCES') throw error;
  }
}
