// The socket file: made by the holder of the lock alone, made again when somebody cleans it away.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { failed } from '../../domain/error.ts';

/** Lives as long as the keeper; closed by it. */
export class Doorway {
  readonly #make: () => Server;
  readonly #path: string;
  readonly #visitors = new Set<Socket>();
  #server: Server | null = null;
  #visits = 0;

  constructor(make: () => Server, path: string) {
    this.#make = make;
    this.#path = path;
  }

  get visitors(): number {
    return this.#visitors.size;
  }

  /** How many have come in so far. */
  get visits(): number {
    return this.#visits;
  }

  /** A file that is there already is a dead keeper's. */
  async open(): Promise<void> {
    rmSync(this.#path, { force: true });
    const server = this.#make();
    server.on('connection', (socket) => {
      this.#visitors.add(socket);
      this.#visits += 1;
      socket.on('close', () => this.#visitors.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // The file is made within this call; children must not inherit such a mask.
      const mask = process.umask(0o177);
      server.listen(this.#path, resolve);
      process.umask(mask);
    });
    this.#server = server;
  }

  /** Those already inside stay. */
  async keepOpen(): Promise<void> {
    if (existsSync(this.#path)) return;
    this.#server?.close();
    await this.open().catch(() => {});
  }

  /** Whether nobody came in while it closed: else it is open again, for who was let in is served. */
  async closeIfEmpty(): Promise<boolean> {
    this.#server?.close();
    // Those whom the system has let in already are told of before this is.
    await new Promise((told) => setImmediate(told));
    if (this.#visitors.size === 0) return true;
    await this.open().catch(() => {});
    return false;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#visitors) socket.destroySoon();
  }
}

// Where a socket lives: in the state folder, or in the runtime folder where that path is too long for the kernel.

/** Bytes of `sun_path` less its closing zero (macOS has 104 in all). */
const longest = process.platform === 'darwin' ? 103 : 107;

type SocketPlace = {
  readonly path: string;
  /** This folder must exist, belong to the user and have mode 0700. */
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
