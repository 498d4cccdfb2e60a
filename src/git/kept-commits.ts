// Commits of ours stand beside the hub too: nobody could make a signed one again.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Hub } from '../ports/git.ts';
import { writeObject } from './loose-object.ts';
import { refsUnder } from './resolve-base.ts';
import { isId, line, runInHub } from './tools.ts';

export const commitsPrefix = 'refs/drover/commits/';

/** No workspace has a name that begins with a dot. */
const folderOf = (hub: Hub): string => join(dirname(hub.path), `.commits-${basename(hub.path)}`);

/** `ref`: where it stands in the hub. */
export async function keepCommit(hub: Hub, id: string, ref: string): Promise<void> {
  const read = await runInHub(hub, ['cat-file', 'commit', id]);
  if (read.code !== 0) return;
  await mkdir(folderOf(hub), { recursive: true, mode: 0o700 });
  const half = join(folderOf(hub), `${id}.${process.pid}`);
  await writeFile(half, Buffer.concat([Buffer.from(`${ref}\n`), read.stdout]), { mode: 0o600 });
  await rename(half, join(folderOf(hub), id));
}

type Kept = { readonly id: string; readonly ref: string; readonly bytes: Buffer; readonly tree: string };

/** Into a hub that lost them, where their files are there again; ids are computed anew. Goes on where it was cut off: what stands there is let be. */
export async function restoreCommits(hub: Hub): Promise<void> {
  const names = (await readdir(folderOf(hub)).catch(() => [] as string[])).filter(isId);
  const lost = await lostOf(hub, names);
  const kept = await Promise.all(lost.map((id) => readKept(hub, id)));
  const trees = await thereOf(
    hub,
    kept.map(({ tree }) => tree),
  );
  const back: Kept[] = [];
  for (const each of kept.filter((_, at) => trees[at])) {
    const written = await writeObject(hub, 'commit', each.id, each.bytes);
    if (written.ok && written.value === each.id) back.push(each);
  }
  const input = Buffer.from(back.map(({ ref, id }) => `update ${ref} ${id}\n`).join(''));
  if (back.length > 0) await runInHub(hub, ['update-ref', '--stdin'], { input });
}

async function lostOf(hub: Hub, ids: readonly string[]): Promise<readonly string[]> {
  const there = await thereOf(hub, ids);
  const refs = new Set((await refsUnder(hub, commitsPrefix)).map(({ id }) => id));
  return ids.filter((id, at) => !there[at] || !refs.has(id));
}

/** Of each of these objects: is it there? */
async function thereOf(hub: Hub, ids: readonly string[]): Promise<readonly boolean[]> {
  if (ids.length === 0) return [];
  const input = Buffer.from(ids.map((id) => `${id}\n`).join(''));
  const told = line((await runInHub(hub, ['cat-file', '--batch-check=%(objectname)'], { input })).stdout).split('\n');
  return ids.map((id, at) => told[at] === id);
}

/** Its first line is the ref, the rest the commit. */
async function readKept(hub: Hub, id: string): Promise<Kept> {
  const whole = await readFile(join(folderOf(hub), id));
  const end = whole.indexOf(10);
  const bytes = whole.subarray(end + 1);
  const tree = /^tree (\S+)\n/.exec(bytes.subarray(0, 80).toString())?.[1] ?? '';
  return { id, ref: whole.subarray(0, end).toString(), bytes, tree };
}
