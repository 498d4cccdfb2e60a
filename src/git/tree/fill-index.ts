// Reads a whole work tree into an index of ours. Only the hub's configuration and attributes are in force; nothing in the tree can make git run anything.

import { lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import { isWithin } from '../../domain/place/within.ts';
import { takeFirstIndex } from '../copy/first-index.ts';
import { type Entry, inHub, runInHub, type Tools } from '../process/git.ts';
import { decodeName, encodeName, joinZero, splitZero } from '../process/path-names.ts';
import { explain } from '../process/run-git.ts';
import { type Index, indexEnv } from '../process/scratch.ts';
import type { WorkLook } from './known-work.ts';

/** `isOfBase`: it is the tree of the base. */
export type Written = { readonly tree: string; readonly isOfBase: boolean };

/** `aside`: submodules in whose folders something lies that is in no tree. */
type Filled = { readonly written: Written | null; readonly aside: readonly string[] };

export type FillOptions = { readonly known?: WorkLook['known'] | undefined; readonly asFiles?: boolean | undefined };

/**
 * `base` says what is tracked even where `.gitignore` names it. Submodules leave the index before git looks at the work tree (git would run
 * itself inside one, by that repository's configuration) and come back as they were while their folder is there, `asFiles`: while nothing is in it. `without`: files and folders that stay as on the base.
 * `written`: the tree, where it is known without one being written: all of it is as on the base, or `known` knows it; the index is not filled then.
 */
export async function fillIndex(
  { trees }: Tools,
  index: Index,
  base: string,
  without: readonly string[] = [],
  { known = () => null, asFiles = false }: FillOptions = {},
): Promise<Result<Filled>> {
  const where = { cwd: index.folder, env: indexEnv(index) };
  const call = (doing: string, argv: readonly string[]) => inHub(index.hub, doing, argv, where);
  /** Of nothing, nothing is done. */
  const feed = (doing: string, argv: readonly string[], input: Buffer) =>
    input.length === 0 ? ok(input) : inHub(index.hub, doing, argv, { ...where, input });
  const drop = (doing: string, names: readonly string[]) =>
    feed(doing, ['update-index', '-z', '--force-remove', '--stdin'], joinZero(names));
  const asMade = await takeFirstIndex(index, base);
  const links = asMade === null ? (await trees.list(index.hub, base)).filter(({ mode }) => mode === '160000') : [];
  if (asMade === null) {
    const started = await call('read the base', ['read-tree', base]);
    if (!started.ok) return started;
    const unlinked = await drop(
      'leave out submodules',
      links.map(({ path }) => path),
    );
    if (!unlinked.ok) return unlinked;
  }
  const which = asMade === null ? '--cached' : '--modified';
  const listed = await call('list the files', ['ls-files', '-z', which, '--others', '--exclude-standard']);
  if (!listed.ok) return listed;
  const existing = await thereOf(index.folder, links);
  const names = splitZero(listed.value).map(decodeName);
  const aside = existing.map(({ path }) => path).filter((path) => names.some((name) => isWithin(name, path)));
  const files = await filesOf(index, names, asFiles ? [] : existing);
  if (!files.ok) return files;
  const present = existing.filter(({ path }) => !files.value.some((name) => isWithin(name, path)));
  const taken = files.value.filter((name) => !isBelow(name, without));
  if (asMade !== null && taken.length === 0) return ok({ written: { tree: asMade, isOfBase: true }, aside });
  const before = asMade === null ? null : known(taken);
  if (before !== null) return ok({ written: { tree: before, isOfBase: false }, aside });
  const { behind = [], there = [] } = Object.groupBy(taken, isBehindLink(index.folder));
  const gone = await drop('leave out what is behind links', behind);
  if (!gone.ok) return gone;
  const added = await feed(
    'read the files',
    ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
    // A file that became a folder has to go before what lies in it comes.
    joinZero(there.toSorted()),
  );
  if (!added.ok) return added;
  const back = joinZero(present.map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`));
  const linked = await feed('put submodules back', ['update-index', '-z', '--index-info'], back);
  return linked.ok ? ok({ written: null, aside }) : linked;
}

const isBelow = (name: string, folders: readonly string[]): boolean => folders.some((folder) => isWithin(name, folder));

/** Where a folder of it became a link it stands there no more, whatever the link leads to, and git looks at no such path. */
function isBehindLink(root: string): (name: string) => 'behind' | 'there' {
  const known = new Map<string, boolean>([['.', false]]);
  const isLinked = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const path = Buffer.concat([Buffer.from(join(root, '/')), encodeName(folder)]);
    const isOne = isLinked(dirname(folder)) || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    known.set(folder, isOne);
    return isOne;
  };
  return (name) => (isLinked(dirname(name)) ? 'behind' : 'there');
}

/** Submodules whose folder is still there; a deleted one stays deleted, a file in its place is a file. */
async function thereOf(folder: string, links: readonly Entry[]): Promise<readonly Entry[]> {
  const found = await Promise.all(links.map(({ path }) => lstat(join(folder, path)).catch(() => null)));
  return links.filter((_, at) => found[at]?.isDirectory());
}

/** Names with a slash at the end are repositories inside the tree: their files count, their `.git` does not. */
async function filesOf(
  index: Index,
  names: readonly string[],
  links: readonly Entry[],
): Promise<Result<readonly string[]>> {
  const outside = names.filter((name) => !links.some(({ path }) => isWithin(name, path)));
  const nested = outside.filter((name) => name.endsWith('/'));
  const inside = await nestedFiles(index, nested);
  return inside.ok ? ok([...outside.filter((name) => !name.endsWith('/')), ...inside.value]) : inside;
}

// Files of repositories that lie inside a work tree (a scaffold ran `git init`): git would record them as one opaque link, we take the files.

const most = 50_000;

/** Level by level, so that an ignored folder (`node_modules`) is never walked. Names end with a slash. */
async function nestedFiles(index: Index, folders: readonly string[]): Promise<Result<readonly string[]>> {
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
