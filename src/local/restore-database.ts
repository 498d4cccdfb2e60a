// The copies of the database, and the daemon's program as the one that puts one back: nobody else opens the database.
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../contract/protocol.ts';
import { toReply } from '../contract/to-reply.ts';
import { daemonEntry } from './daemon-entry.ts';

export type KeptCopy = { readonly path: string; readonly bytes: number };

/** Those that stand beside the database, newest first: made by themselves, or set aside when another was put back. */
export function listCopies(stateFolder: string): readonly KeptCopy[] {
  const time = (name: string) => name.slice(name.lastIndexOf('-') + 1);
  return namesIn(stateFolder)
    .filter((name) => /^drover\.db\.(backup-\d+|before)-\d{8}T\d{6}Z$/.test(name))
    .toSorted((one, other) => time(other).localeCompare(time(one)))
    .map((name) => ({ path: join(stateFolder, name), bytes: statSync(join(stateFolder, name)).size }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export type Restored = { readonly restored: string | null; readonly aside: string | null; readonly schema: number };

/** No daemon may be there. `file` null: an empty one is begun. */
export function restoreDatabase(
  env: Readonly<Record<string, string | undefined>>,
  file: string | null,
  moved: boolean,
): Promise<Reply<Restored>> {
  const words = [daemonEntry(), ...(file === null ? ['--anew'] : ['--restore', file]), ...(moved ? ['--moved'] : [])];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env, maxBuffer: 2 ** 20 }, (_error, out, err) => {
      try {
        resolve(JSON.parse(out) as Reply<Restored>);
      } catch {
        resolve(toReply({ error_code: 'STORE_FAILED', message: `It was not put back: ${err.trim() || out.trim()}` }));
      }
    });
  });
}
