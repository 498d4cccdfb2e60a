// A folder of ours inside the hub for one call: its index, its packs. Gone afterwards; what a kill leaves is swept by `openHub`.
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inHub, line } from './git.ts';
import { explainError } from './run-git.ts';

export async function withScratch<T>(
  hub: Hub,
  doing: string,
  work: (folder: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  let folder: string | null = null;
  try {
    mkdirSync(join(hub.path, 'scratch'), { recursive: true });
    folder = mkdtempSync(join(hub.path, 'scratch', 'call-'));
    return await work(folder);
  } catch (error) {
    return explainError(error, doing);
  } finally {
    if (folder !== null) await clear(folder);
  }
}

/** Mostly there is an index in it and nothing else: that needs no trip through the threads. */
async function clear(folder: string): Promise<void> {
  try {
    rmSync(join(folder, 'index'), { force: true });
    rmdirSync(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}

// An index of ours beside a work tree that is not ours.

export type Index = { readonly hub: Hub; readonly folder: string; readonly file: string };

export const indexEnv = ({ folder, file }: Index) => ({ GIT_WORK_TREE: folder, GIT_INDEX_FILE: file });

/** The tree it stands for; what is not in the hub is no matter. */
export async function writeIndex(index: Index): Promise<Result<string>> {
  const written = await inHub(index.hub, 'write the tree', ['write-tree', '--missing-ok'], { env: indexEnv(index) });
  return written.ok ? ok(line(written.value)) : written;
}
