// Files of repositories that lie inside a work tree (a scaffold ran `git init`): git would record them as one opaque link, we take the files.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import { explain } from './failure.ts';
import { type Index, indexEnv } from './index-file.ts';
import { decodeName, encodeName, joinZero, splitZero } from './names.ts';
import { runInHub } from './tools.ts';

const most = 50_000;

/** Level by level, so that an ignored folder (`node_modules`) is never walked. Names end with a slash. */
export async function nestedFiles(index: Index, folders: readonly string[]): Promise<Result<readonly string[]>> {
  const files: string[] = [];
  let level: readonly string[] = folders;
  while (level.length > 0) {
    const entries = (await Promise.all(level.map((name) => entriesOf(index.folder, name)))).flat();
    const ignored = await ignoredOf(index, entries);
    if (!ignored.ok) return ignored;
    const kept = entries.filter((name) => !ignored.value.has(name));
    files.push(...kept.filter((name) => !name.endsWith('/')));
    level = kept.filter((name) => name.endsWith('/'));
    if (files.length > most)
      return fail('GIT_FAILED', `The repository inside the tree at ${folders[0]} has more than ${most} files.`, {
        paths: folders,
      });
  }
  return ok(files);
}

async function entriesOf(root: string, folder: string): Promise<string[]> {
  const path = Buffer.concat([Buffer.from(join(root, '/')), encodeName(folder)]);
  const found = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  return found.flatMap((entry) => {
    const name = decodeName(entry.name);
    if (name.toLowerCase() === '.git') return [];
    if (entry.isDirectory()) return [`${folder}${name}/`];
    return entry.isFile() || entry.isSymbolicLink() ? [`${folder}${name}`] : [];
  });
}

async function ignoredOf(index: Index, names: readonly string[]): Promise<Result<ReadonlySet<string>>> {
  if (names.length === 0) return ok(new Set());
  const run = await runInHub(index.hub, ['check-ignore', '-z', '--stdin'], {
    cwd: index.folder,
    env: indexEnv(index),
    input: joinZero(names),
  });
  // 1: none of them is.
  if (run.code !== 0 && run.code !== 1) return explain(run, 'read what is ignored');
  return ok(new Set(splitZero(run.stdout).map(decodeName)));
}
