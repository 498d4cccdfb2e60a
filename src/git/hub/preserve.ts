// Puts work aside under `refs/drover/kept/` so that nothing of an agent's or a person's is lost. What is there is never overwritten.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inHub, isId, line, runInHub } from '../process/git.ts';
import { writeObject } from '../process/objects.ts';
import { withScratch } from '../process/scratch.ts';
import { refsUnder } from './base.ts';

const us = { name: 'Drover', email: 'drover@localhost' };

/** A commit of ours, the same for the same content. Times are 1970's. */
export async function commitAsDrover(
  hub: Hub,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<Result<string>> {
  const env = {
    GIT_AUTHOR_NAME: us.name,
    GIT_AUTHOR_EMAIL: us.email,
    GIT_AUTHOR_DATE: '@0 +0000',
    GIT_COMMITTER_NAME: us.name,
    GIT_COMMITTER_EMAIL: us.email,
    GIT_COMMITTER_DATE: '@0 +0000',
  };
  const argv = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  const made = await inHub(hub, 'put work aside', argv, { env, input: Buffer.from(`${message}\n`) });
  return made.ok ? ok(line(made.value)) : made;
}

/** Gives the ref it stands under: LABEL, or LABEL.2, LABEL.3 ... where another work stands there already, or in its way: a name above or below it. */
export async function preserve(hub: Hub, label: string, commit: string): Promise<Result<string>> {
  let name = label;
  for (let number = 1; number < 100; number += 1) {
    const ref = `refs/drover/kept/${name}${number === 1 ? '' : `.${number}`}`;
    const made = await runInHub(hub, ['update-ref', ref, commit, '0'.repeat(commit.length)]);
    if (made.code === 0) return ok(ref);
    const there = await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref]);
    if (there.code !== 0) {
      const last = await inHub(hub, `keep ${label}`, ['update-ref', ref, commit]);
      if (last.ok || number > 1) return last.ok ? ok(ref) : last;
      name = label.replaceAll('/', '.');
    } else if (line(there.stdout) === commit) return ok(ref);
  }
  return fail('GIT_FAILED', `Too many works are kept under ${label}.`);
}

/**
 * Brings commits out of a copy: packed by the hub's git that is lent the copy's objects for this one call, then unpacked with every id computed
 * anew, so that a forged object cannot take another's name.
 */
export async function bringIn(hub: Hub, objects: string, commits: readonly string[]): Promise<Result<void>> {
  return withScratch(hub, 'bring commits in', async (folder) => {
    const wanted = Buffer.from([...commits, ...(await commitsOf(hub)).map((id) => `^${id}`), ''].join('\n'));
    const packed = await inHub(
      hub,
      'pack the commits of the copy',
      ['pack-objects', '-q', '--revs', join(folder, 'pack')],
      {
        input: wanted,
        env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
      },
    );
    if (!packed.ok) return packed;
    const file = join(folder, `pack-${line(packed.value)}.pack`);
    const read = await inHub(hub, 'read the commits of the copy', ['index-pack', '--stdin', '--strict'], {
      input: { file },
    });
    return read.ok ? ok(undefined) : read;
  });
}

/** What the hub has already. */
async function commitsOf(hub: Hub): Promise<readonly string[]> {
  const run = await runInHub(hub, ['for-each-ref', '--format=%(objecttype) %(objectname)']);
  return [...new Set(line(run.stdout).split('\n'))].flatMap((one) => (one.startsWith('commit ') ? [one.slice(7)] : []));
}

// Commits of ours stand beside the hub too: nobody could make a signed one again.

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
