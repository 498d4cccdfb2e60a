// The temporary folder of one rerun: on record in the state folder before it is made, so that what a killed process left is found again and taken away by the next.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../../disk/whole-trees.ts';
import { takeStartLock } from '../../local/start-lock.ts';

/** `close`: it goes, with all that is in it. */
export type OwnFolder = { readonly path: string; close(): Promise<void> };

export async function openOwnFolder(stateFolder: string): Promise<OwnFolder> {
  const records = join(stateFolder, 'reruns');
  await sweep(records);
  const path = join(realpathSync(tmpdir()), `drover-rerun-${randomUUID()}`);
  const drop = note(records, path);
  mkdirSync(path, { mode: 0o700 });
  const close = async () => {
    await removeFolder(path);
    drop();
  };
  return { path, close };
}

/** The lock says that it is in use, and the kernel frees it with its holder. Where nothing can be noted it goes on without: nothing of it is swept then. */
function note(records: string, path: string): () => void {
  const name = basename(path);
  try {
    mkdirSync(records, { recursive: true, mode: 0o700 });
    const lock = takeStartLock(join(records, `${name}.lock`));
    writeFileSync(join(records, `${name}.json`), JSON.stringify({ path }), { flag: 'wx', mode: 0o600 });
    return () => {
      forget(records, name);
      lock?.release();
    };
  } catch {
    return () => {};
  }
}

function forget(records: string, name: string): void {
  for (const kind of ['json', 'lock', 'lock-journal']) rmSync(join(records, `${name}.${kind}`), { force: true });
}

/** Folders of processes that are gone. One that cannot be removed now is left to the next time. */
async function sweep(records: string): Promise<void> {
  for (const name of namesIn(records)) {
    try {
      const lock = takeStartLock(join(records, `${name}.lock`));
      if (lock === null) continue;
      const path = pathOf(records, name);
      if (path !== null) await removeFolder(path);
      forget(records, name);
      lock.release();
    } catch {}
  }
}

function namesIn(records: string): readonly string[] {
  try {
    return readdirSync(records).flatMap((file) => /^(drover-rerun-[\w-]+)\.lock$/.exec(file)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** null: it was killed before it had noted one. */
function pathOf(records: string, name: string): string | null {
  try {
    const { path } = JSON.parse(readFileSync(join(records, `${name}.json`), 'utf8')) as { readonly path?: unknown };
    return typeof path === 'string' && basename(path) === name ? path : null;
  } catch {
    return null;
  }
}

/** Programs leave folders that nobody may write into. */
async function removeFolder(folder: string): Promise<void> {
  const remove = () => removeTree(dirname(folder), basename(folder));
  await remove().catch(() => {
    spawnSync('chmod', ['-R', 'u+rwX', folder], { stdio: 'ignore' });
    return remove();
  });
}
