// Where a socket lives: in the state folder, or in the runtime folder where that path is too long for the kernel.
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failed } from '../domain/error.ts';

/** Bytes of `sun_path` less its closing zero (macOS has 104 in all). */
const longest = process.platform === 'darwin' ? 103 : 107;

export type SocketPlace = {
  readonly path: string;
  /** The folder that must be there, 0700 and one's own. */
  readonly folder: string;
};

/** Pure. `name` is a file name like `keeper.sock`. Two state folders never share a path. */
export function socketPlace(
  stateFolder: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  uid: number,
): SocketPlace {
  const near = join(stateFolder, name);
  if (Buffer.byteLength(near) <= longest) return { path: near, folder: stateFolder };
  const short = `${createHash('sha256').update(stateFolder).digest('hex').slice(0, 16)}-${name}`;
  const runtime = env.XDG_RUNTIME_DIR;
  if (runtime?.startsWith('/')) {
    const folder = join(runtime, 'drover');
    if (Buffer.byteLength(join(folder, short)) <= longest) return { path: join(folder, short), folder };
  }
  const folder = `/tmp/drover-${uid}`;
  return { path: join(folder, short), folder };
}

/** The path, with its folder made and checked: a folder of somebody else's, or open to others, throws `Failed(UNAUTHORIZED)`. */
export async function socketPath(
  stateFolder: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  uid: number,
): Promise<string> {
  const place = socketPlace(stateFolder, name, env, uid);
  await ownFolder(place.folder, uid);
  return place.path;
}

async function ownFolder(folder: string, uid: number): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const own = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
  if (!own) throw failed('UNAUTHORIZED', `${folder} must be a folder of yours that nobody else can open (0700).`);
}
