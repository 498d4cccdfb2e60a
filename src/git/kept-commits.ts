// Commits of ours stand beside the hub too: nobody could make a signed one again.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hub } from '../ports/git.ts';
import { isId, runInHub } from './tools.ts';

const folderOf = (hub: Hub): string => `${hub.path}.commits`;

/** `ref`: where it stands in the hub. */
export async function keepCommit(hub: Hub, id: string, ref: string): Promise<void> {
  const read = await runInHub(hub, ['cat-file', 'commit', id]);
  if (read.code !== 0) return;
  await mkdir(folderOf(hub), { recursive: true, mode: 0o700 });
  const half = join(folderOf(hub), `${id}.${process.pid}`);
  await writeFile(half, Buffer.concat([Buffer.from(`${ref}\n`), read.stdout]), { mode: 0o600 });
  await rename(half, join(folderOf(hub), id));
}

/** Into a hub that lost them, where their files are there again; git computes their ids anew. */
export async function restoreCommits(hub: Hub): Promise<void> {
  const names = await readdir(folderOf(hub)).catch(() => [] as string[]);
  for (const id of names.filter(isId)) {
    const bytes = await readFile(join(folderOf(hub), id));
    const end = bytes.indexOf(10);
    const input = bytes.subarray(end + 1);
    const tree = /^tree (\S+)\n/.exec(input.subarray(0, 80).toString())?.[1] ?? '';
    if ((await runInHub(hub, ['cat-file', '-e', tree])).code !== 0) continue;
    await runInHub(hub, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input });
    await runInHub(hub, ['update-ref', bytes.subarray(0, end).toString(), id]);
  }
}
