// What is wrong in a state folder and can be mended without the daemon: doors left open to others, sockets that nobody answers, proofs of callers that are gone.
import { type Dirent, existsSync } from 'node:fs';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

export type Fault = {
  readonly kind: 'open' | 'stale';
  /** Absolute path. */
  readonly path: string;
  mend(): Promise<void>;
};

/** Folders of files that are all Drover's own. Any other is closed by its own mode, and what is inside belongs to a repository or an agent: copies, stages, dependencies, homes. */
const own = ['callers', 'leases', 'ssh', 'transcripts', 'receipts', 'evidence'];
/** The person's own file, which holds no secret, and what Node keeps of our own program. */
const open = ['config.yaml', 'cache'];

/** Empty where there is no such folder. Links are not followed. */
export async function findFaults(stateFolder: string): Promise<readonly Fault[]> {
  const paths = [stateFolder, ...(await pathsIn(stateFolder, stateFolder))];
  return (await Promise.all(paths.map(look))).flat();
}

async function pathsIn(folder: string, stateFolder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const top = folder === stateFolder;
  const ours = entries.filter(({ name }) => !(top && open.includes(name)));
  const nested = ours.map(async (entry) => {
    const path = join(folder, entry.name);
    const within = entry.isDirectory() && (!top || own.includes(entry.name));
    return within ? [path, ...(await pathsIn(path, stateFolder))] : [path];
  });
  return (await Promise.all(nested)).flat();
}

async function look(path: string): Promise<Fault[]> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink()) return [];
  if (found.isSocket() ? await isDeaf(path) : isLeftProof(path))
    return [{ kind: 'stale', path, mend: () => rm(path, { force: true }) }];
  if ((found.mode & 0o077) === 0) return [];
  return [{ kind: 'open', path, mend: () => chmod(path, found.mode & 0o700) }];
}

/** Nobody listens: its process went without taking it away. */
const isDeaf = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    const settle = (deaf: boolean) => {
      connection.destroy();
      resolve(deaf);
    };
    connection.on('connect', () => settle(false));
    connection.on('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'));
  });

/** The file by which a process showed who it is, when that process has gone. */
function isLeftProof(path: string): boolean {
  const pid = /\/callers\/(\d+)-[0-9a-z]+$/.exec(path)?.[1];
  return pid !== undefined && process.platform === 'linux' && !existsSync(`/proc/${pid}`);
}
