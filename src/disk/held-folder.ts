// A folder held open by its descriptor: what is named in it is reached through no link, whatever is swapped on the way meanwhile.
// The way itself is walked in place: opening a folder takes microseconds, and a trip through the threads for each part of a path ten times as long.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './code-of.ts';
import { orNull } from './or-null.ts';

/** Why a way ends early: nothing is there; a link, or what is no folder, stands on it. */
export type Astray = 'missing' | 'link';

/** As text, or where it is none its bytes: what is in a folder is called as whoever made it wanted. */
export type Name = string | Buffer;

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export class HeldFolder implements AsyncDisposable {
  readonly #descriptor: number;
  /** Linux reaches a descriptor's folder by its number. Elsewhere it is named by its path: no link is followed, yet what is swapped at that very moment goes unseen. */
  readonly #place: string;

  private constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#place = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : path;
  }

  /** Of a folder to which nobody but the person has the way: links on it are the person's own. */
  static async open(trusted: string): Promise<HeldFolder | 'missing'> {
    const found = openFolder(trusted, 0);
    if (found === 'link') throw Object.assign(new Error(`${trusted} is no folder`), { code: 'ENOTDIR' });
    return found === 'missing' ? found : new HeldFolder(found, trusted);
  }

  /** The way to something in it, for the call that follows; never kept. */
  at(name: string): string;
  at(name: Name): Name;
  at(name: Name): Name {
    return typeof name === 'string' ? join(this.#place, name) : Buffer.concat([Buffer.from(`${this.#place}/`), name]);
  }

  /** Of all that is in it. */
  async names(): Promise<readonly Name[]> {
    const found = await readdir(this.itself, { encoding: 'buffer' });
    return found.map((name) => (isUtf8(name) ? name.toString() : name));
  }

  get itself(): string {
    return `${this.#place}/.`;
  }

  /** `make`: the mode with which it is made where nothing is. */
  async step(name: Name, make: number | null = null): Promise<HeldFolder | Astray> {
    const found = openFolder(this.at(name), O_NOFOLLOW);
    if (found !== 'missing' || make === null)
      return typeof found === 'string' ? found : new HeldFolder(found, String(this.at(name)));
    orNull('EEXIST', () => mkdirSync(this.at(name), { mode: make }));
    return this.step(name);
  }

  /** A regular file, to be read. A pipe is not waited for. */
  async file(name: Name): Promise<FileHandle | Astray> {
    const handle = await open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(astray);
    if (typeof handle === 'string') return handle;
    if (fstatSync(handle.fd).isFile()) return handle;
    await handle.close();
    return 'link';
  }

  /** Of a regular file that is no longer than `most`, or whose end alone is wanted, the last `most` bytes, in place. */
  short(name: string, most: number, endAlone = false): Buffer | 'long' | Astray {
    const descriptor = openFile(this.at(name), O_NOFOLLOW | O_NONBLOCK);
    if (typeof descriptor === 'string') return descriptor;
    try {
      const found = fstatSync(descriptor);
      if (!found.isFile()) return 'link';
      if (found.size > most && !endAlone) return 'long';
      const bytes = Buffer.alloc(Math.min(found.size, most));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, found.size - bytes.length));
    } finally {
      closeSync(descriptor);
    }
  }

  /** What stands there itself, a link too; null: nothing. */
  async look(name: Name): Promise<Stats | null> {
    return orNull('ENOENT', () => lstatSync(this.at(name)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    closeSync(this.#descriptor);
  }
}

/** The folder at `parts` below a trusted one. */
export async function hold(
  trusted: string,
  parts: readonly string[],
  make: number | null = null,
): Promise<HeldFolder | Astray> {
  let at: HeldFolder | Astray = await HeldFolder.open(trusted);
  for (const part of parts) {
    if (typeof at === 'string') return at;
    await using before: HeldFolder = at;
    at = await before.step(part, make);
  }
  return at;
}

/** `work` with it. */
export async function within<T>(
  trusted: string,
  parts: readonly string[],
  work: (folder: HeldFolder) => Promise<T>,
  make: number | null = null,
): Promise<T | Astray> {
  const held = await hold(trusted, parts, make);
  if (typeof held === 'string') return held;
  await using folder: HeldFolder = held;
  return await work(folder);
}

/** Of a path that leaves nothing: `a//b/./c` is `a/b/c`. */
export const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.');

const openFolder = (path: Name, how: number): number | Astray => openFile(path, O_DIRECTORY | how);

function openFile(path: Name, how: number): number | Astray {
  try {
    return openSync(path, O_RDONLY | how);
  } catch (error) {
    return astray(error);
  }
}

function astray(error: unknown): Astray {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'missing';
  // ENXIO: a socket.
  if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENXIO' || code === 'EMLINK') return 'link';
  throw error;
}
