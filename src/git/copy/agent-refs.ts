// What an agent did with git by itself, read from the files of its repository: git is not started there, its configuration is not looked at.
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hub } from '../../ports/git.ts';
import { alternatesOf } from '../hub/alternates.ts';
import { readSmall } from '../process/small-file.ts';
import { worktreeHead, worktreePlace } from './worktree-place.ts';

export type CopyRefs = {
  /** Commit id; null: unborn or unreadable. */
  readonly head: string | null;
  /** Ids of all local branches, the stash and HEAD, each once. */
  readonly tips: readonly string[];
  /** Its objects, where they are what we made them: an own folder that borrows from the hub alone. */
  readonly objects: string | null;
};

const id = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export async function readCopyRefs(hub: Hub, copy: string): Promise<CopyRefs> {
  const git = join(copy, '.git');
  if (!isOwnFolder(git)) return refsOfWorktree(hub, copy);
  const packed = readPacked(await readSmall(join(git, 'packed-refs')));
  const loose = await readLoose(git, 'refs/heads');
  const stash = (await readSmall(join(git, 'refs/stash')))?.trim() ?? '';
  const refs = new Map(
    [...packed, ...loose, ['refs/stash', stash]].filter((one): one is [string, string] => id.test(one[1] ?? '')),
  );
  const text = (await readSmall(join(git, 'HEAD')))?.trim() ?? '';
  const named = /^ref: (refs\/heads\/\S+)$/.exec(text)?.[1];
  const head = named === undefined ? (id.test(text) ? text : null) : (refs.get(named) ?? null);
  return {
    head,
    tips: [...new Set([...refs.values(), ...(head === null ? [] : [head])])],
    objects: await ownObjects(hub, git),
  };
}

/** Of a linked worktree: what the person's repository says of it. Its other branches are the person's. */
async function refsOfWorktree(hub: Hub, copy: string): Promise<CopyRefs> {
  const place = await worktreePlace(hub, copy);
  const head = place === null ? null : await worktreeHead(place);
  return { head, tips: head === null ? [] : [head], objects: place === null ? null : join(place.shared, 'objects') };
}

function readPacked(text: string | null): (readonly [string, string])[] {
  return [...(text ?? '').matchAll(/^([0-9a-f]{40,64}) (refs\/(?:heads\/\S+|stash))$/gm)].map(
    (found) => [found[2] ?? '', found[1] ?? ''] as const,
  );
}

async function readLoose(git: string, folder: string, depth = 0): Promise<(readonly [string, string])[]> {
  const entries = depth > 16 ? [] : listed(join(git, folder));
  const found = await Promise.all(
    entries.map(async (entry): Promise<(readonly [string, string])[]> => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return readLoose(git, name, depth + 1);
      return [[name, (await readSmall(join(git, name)))?.trim() ?? '']];
    }),
  );
  return found.flat();
}

// Both in place, as files are read here: a trip through the threads takes ten times as long.

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isOwnFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

async function ownObjects(hub: Hub, git: string): Promise<string | null> {
  const objects = join(git, 'objects');
  if (!isOwnFolder(objects) || !isOwnFolder(join(objects, 'info'))) return null;
  const lent = await readSmall(join(objects, 'info', 'alternates'));
  return lent?.trim() === alternatesOf(join(hub.path, 'objects')).trim() ? realpath(objects) : null;
}
