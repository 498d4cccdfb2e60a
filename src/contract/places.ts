// Where the state, the configuration and the socket are: from the environment alone, so that CLI, daemon and local commands agree; and whether the state folder can be worked in.
import { existsSync, lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';

export type Places = {
  /** Folder, 0700: database, hubs, copies, evidence. */
  readonly state: string;
  /** The person's configuration file. */
  readonly config: string;
  /** The daemon's socket; beyond 107 bytes it moves to the runtime folder. */
  readonly socket: string;
  /** Folder, 0700, of files that callers hold open to prove their pid. */
  readonly callers: string;
  /** Folder, 0700: `TASK.token` (0600) holds the secret of a lease taken by hand. */
  readonly leases: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The kernel's limit for a socket's path, without its ending zero. */
export const socketLimit = 107;

/** `home` and `uid` are the person's; `DROVER_HOME` moves state and configuration together, `DROVER_CONFIG` names the file. */
export function findPlaces(env: Environment, home: string, uid: number): Places {
  const own = env.DROVER_HOME || undefined;
  const state = own ?? `${home}/.local/state/drover`;
  const config = env.DROVER_CONFIG || (own === undefined ? `${home}/.config/drover/config.yaml` : `${own}/config.yaml`);
  return { state, config, socket: socketOf(state, env, uid), callers: `${state}/callers`, leases: `${state}/leases` };
}

function socketOf(state: string, env: Environment, uid: number): string {
  const socket = `${state}/drover.sock`;
  if (Buffer.byteLength(socket) <= socketLimit) return socket;
  const runtime = env.XDG_RUNTIME_DIR ? `${env.XDG_RUNTIME_DIR}/drover` : `/tmp/drover-${uid}`;
  return `${runtime}/${fingerprint(state)}.sock`;
}

/** FNV-1a over UTF-16 units, twice: 64 bits as hex; only to tell two state folders apart. */
function fingerprint(text: string): string {
  const half = (seed: number) => {
    let hash = seed;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x050c5d1f);
}

/** Looked at before anything is read or written there. Null: it is one's own, or can be made. A link to a folder of one's own is one. */
export function whyNoStateFolder(folder: string, uid: number | null = process.getuid?.() ?? null): string | null {
  if (!isAbsolute(folder)) return `${folder} is not a path from the root on`;
  try {
    const found = lookAt(statSync, folder);
    if (found !== undefined)
      return found.isDirectory() ? whyNotOf(folder, found.uid, uid) : `${folder} is not a folder`;
    if (lookAt(lstatSync, folder) !== undefined) return `${folder} is a link that leads nowhere`;
    // What root makes in somebody's home is in that person's way from then on.
    return whyNoStateFolder(dirname(folder), uid === 0 ? uid : null);
  } catch (error) {
    return `${folder} cannot be reached (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** With what is missing above it, 0700. Not by `recursive`: where a folder takes no others (/proc, /home of an automounter) Node would try for ever. */
export function makeStateFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeStateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another command may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Undefined: nothing is there. */
function lookAt(look: typeof statSync | typeof lstatSync, path: string): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** `uid`: null where it is all the same. */
const whyNotOf = (folder: string, owner: number, uid: number | null): string | null =>
  uid === null || owner === uid ? null : `${folder} belongs to another user (uid ${owner}, and this is uid ${uid})`;
