// Before a person gets a copy that an agent had: nothing in it may make their git run or follow what the agent wrote. Git is not started in it, no link is followed.
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { Base, Hub, Tree } from '../../ports/git.ts';
import { readAuthor } from '../commit/author.ts';
import { alternatesOf } from '../hub/alternates.ts';
import { placeOf } from '../hub/stand-in.ts';
import { pinnedEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { decodeName } from '../process/path-names.ts';
import { explainError, runGit } from '../process/run-git.ts';
import { configOf, neutralAttributes, writeGitFolder } from './clone.ts';
import { worktreePlace } from './worktree-place.ts';

/** What git itself writes there in daily work and nothing is run from. All else goes: hooks, `commondir`, `config.worktree`, `modules`, a rebase with its `exec` lines. */
const files =
  /^(?:HEAD|index|packed-refs|shallow|config|description|drover-copy|AUTO_MERGE|(?:COMMIT_EDIT|MERGE_|SQUASH_|TAG_EDIT)MSG|MERGE_MODE|(?:ORIG|FETCH|MERGE|CHERRY_PICK|REVERT)_HEAD)$/;
const folders = ['refs', 'logs', 'objects', 'info', 'drover-taken'];

/** Told before it is done: a path in the copy, or a key of its configuration, is taken away or written anew. */
type Take = (name: string) => Promise<void>;

/** Safe to repeat; the person's own stash, index and commits stay. */
export async function renewCopy(
  tools: Tools,
  hub: Hub,
  copy: string,
  base: Base,
  branch: string,
  take: Take,
): Promise<Result<void>> {
  try {
    const place = await worktreePlace(hub, copy);
    if (place === null) await renewClone(tools, hub, copy, base, branch, take);
    else await relink(copy, place.own, take);
    const aside = place === null ? join(copy, '.git', 'drover-taken') : join(place.own, 'drover-taken');
    await takeNestedAway(tools, hub, copy, base, aside, take);
    return ok(undefined);
  } catch (error) {
    return explainError(error, `renew the repository of ${copy}`);
  }
}

/** The `.git` of a linked worktree is one line. */
async function relink(copy: string, own: string, take: Take): Promise<void> {
  const at = join(copy, '.git');
  const line = `gitdir: ${own}\n`;
  const found = await lstat(at).catch(() => null);
  if (found?.isFile() && (await readFile(at, 'utf8')) === line) return;
  await take('.git');
  await rm(at, { recursive: true, force: true });
  await writeFile(at, line);
}

async function renewClone(tools: Tools, hub: Hub, copy: string, base: Base, branch: string, take: Take): Promise<void> {
  const git = join(copy, '.git');
  const author = await readAuthor(tools, await placeOf(hub));
  const config = await configOf(hub, author.ok ? author.value : null);
  if (!(await isWhole(git))) {
    await take('.git');
    await rm(git, { recursive: true, force: true });
    await mkdir(git, { mode: 0o700 });
    await writeGitFolder(hub, git, { branch, commit: base.commit, refs: [] }, config);
    await runGit({
      argv: ['read-tree', 'HEAD'],
      cwd: copy,
      env: { ...pinnedEnv(process.env.PATH ?? '/usr/bin:/bin'), GIT_DIR: git, GIT_WORK_TREE: copy },
    });
    return;
  }
  await sweepTop(git, take);
  for (const folder of ['refs', 'logs', 'objects']) await sweepInside(git, folder, take);
  await sweepInfo(git, take);
  await withoutReplacements(git, take);
  await writeAnew(git, 'objects/info/alternates', alternatesOf(join(hub.path, 'objects')), take);
  await renewConfig(git, config, take);
  await mendHead(git, branch, take);
}

const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isDirectory() === true;

const isWhole = async (git: string): Promise<boolean> =>
  (await Promise.all(['', 'objects', 'refs'].map((name) => isFolder(join(git, name))))).every(Boolean);

/** With more than one name it may be a file of somebody else's. */
const isOwnFile = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true && found.nlink === 1;
};

async function sweepTop(git: string, take: Take): Promise<void> {
  for (const name of await readdir(git)) {
    const path = join(git, name);
    if (folders.includes(name) ? await isFolder(path) : files.test(name) && (await isOwnFile(path))) continue;
    await take(`.git/${name}`);
    await rm(path, { recursive: true, force: true });
  }
  for (const name of ['info', 'objects/info']) await mkdir(join(git, name), { recursive: true });
}

/** Links, pipes and files with another name elsewhere; `refs/replace` shows other content than there is. */
async function sweepInside(git: string, folder: string, take: Take): Promise<void> {
  for (const entry of await readdir(join(git, folder), { withFileTypes: true }).catch(() => [])) {
    const name = `${folder}/${entry.name}`;
    const path = join(git, name);
    const isOdd = name === 'refs/replace' || name === 'objects/info/http-alternates';
    if (entry.isDirectory() && !isOdd) await sweepInside(git, name, take);
    else if (isOdd || !(await isOwnFile(path))) {
      await take(`.git/${name}`);
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function sweepInfo(git: string, take: Take): Promise<void> {
  for (const name of await readdir(join(git, 'info'))) {
    // `git gc` writes `refs`, and nothing reads it here.
    if (name === 'attributes' || (name === 'refs' && (await isOwnFile(join(git, 'info', name))))) continue;
    await take(`.git/info/${name}`);
    await rm(join(git, 'info', name), { recursive: true, force: true });
  }
  await writeAnew(git, 'info/attributes', neutralAttributes, take);
}

async function withoutReplacements(git: string, take: Take): Promise<void> {
  const text = await readFile(join(git, 'packed-refs'), 'utf8').catch(() => '');
  const kept = text.replace(/^\S+ refs\/replace\/.*\n(?:\^.*\n)?/gm, '');
  if (kept !== text) await writeAnew(git, 'packed-refs', kept, take);
}

/** A rename does not follow a link that stands there. `namesOf`: what is told of it, where that is not its path; it gets the new file's. */
async function writeAnew(
  git: string,
  name: string,
  text: string,
  take: Take,
  namesOf: (written: string) => Promise<readonly string[]> = async () => [`.git/${name}`],
): Promise<void> {
  const path = join(git, name);
  if ((await isOwnFile(path)) && (await readFile(path, 'utf8')) === text) return;
  await rm(`${path}.drover`, { recursive: true, force: true });
  await writeFile(`${path}.drover`, text, { flag: 'wx' });
  for (const each of await namesOf(`${path}.drover`)) await take(each);
  const was = await lstat(path).catch(() => null);
  if (was?.isDirectory()) await rm(path, { recursive: true, force: true });
  await rename(`${path}.drover`, path);
}

/** What is told are the keys that are gone; their values are an agent's. */
const renewConfig = (git: string, config: string, take: Take): Promise<void> =>
  writeAnew(git, 'config', config, take, async (written) => {
    const now = await keysIn(written);
    const gone = new Set((await keysIn(join(git, 'config'))).filter((key) => !now.includes(key)));
    return gone.size === 0 ? ['.git/config'] : [...gone].map((key) => `git config ${key}`);
  });

/** Read as text by a git that is told nothing else, and follows no include. */
async function keysIn(file: string): Promise<readonly string[]> {
  const run = await runGit({
    argv: ['config', '--file', file, '--no-includes', '--name-only', '--null', '--list'],
    cwd: '/',
    env: pinnedEnv(process.env.PATH ?? '/usr/bin:/bin'),
  });
  return run.code === 0
    ? run.stdout
        .toString('utf8')
        .split('\0')
        .filter((key) => key !== '')
    : [];
}

async function mendHead(git: string, branch: string, take: Take): Promise<void> {
  const text = await readFile(join(git, 'HEAD'), 'utf8').catch(() => '');
  const isPlain =
    /^(?:ref: refs\/heads\/[^\s\0]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\n?$/.test(text) && !text.includes('..');
  if (!isPlain) await writeAnew(git, 'HEAD', `ref: refs/heads/${branch}\n`, take);
}

// Repositories inside a copy that an agent had: git follows them (a submodule's, or whoever stands in them). They are moved aside; files of the base stay.

/** What git obeys in a repository without a work tree. */
const obeyed = ['config', 'config.worktree', 'commondir', 'hooks'];

/** `take` is told the name from the copy on, before. No link is followed. */
async function takeNestedAway(
  { trees }: Tools,
  hub: Hub,
  copy: string,
  base: Base,
  aside: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const tree = trees.open(hub, base.tree);
  const level: Buffer[] = [Buffer.alloc(0)];
  for (let folder = level.pop(); folder !== undefined; folder = level.pop()) {
    const entries = await readdir(under(copy, folder), { withFileTypes: true, encoding: 'buffer' });
    const isTop = folder.length === 0;
    const foreign = isTop ? [] : await foreignOf(tree, copy, folder, entries);
    for (const entry of entries) {
      const name = decodeName(entry.name);
      const path = inFolder(folder, entry.name);
      const isRepository = name.toLowerCase() === '.git';
      if ((isRepository && !isTop) || foreign.includes(name)) {
        await take(decodeName(path));
        await moveAside(copy, path, aside);
      } else if (entry.isDirectory() && !isRepository) level.push(path);
    }
  }
}

type FolderEntry = { readonly name: Buffer; isDirectory(): boolean };

const inFolder = (folder: Buffer, name: Buffer): Buffer =>
  folder.length === 0 ? name : Buffer.concat([folder, Buffer.from('/'), name]);
const under = (root: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), path]);

async function moveAside(copy: string, path: Buffer, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  let number = 1;
  while ((await lstat(join(aside, String(number))).catch(() => null)) !== null) number += 1;
  await rename(under(copy, path), join(aside, String(number)));
}

/** Of a folder that git would take for a repository: what it obeys there and the base has not. */
async function foreignOf(
  tree: Tree,
  copy: string,
  folder: Buffer,
  entries: readonly FolderEntry[],
): Promise<readonly string[]> {
  const has = (name: string) => entries.find((entry) => decodeName(entry.name) === name);
  if (has('HEAD') === undefined || (!(has('objects') && has('refs')) && !has('commondir'))) return [];
  const there = obeyed.filter((name) => has(name) !== undefined);
  const judged = await Promise.all(
    there.map(async (name) => [name, await isOfBase(tree, copy, inFolder(folder, Buffer.from(name)))] as const),
  );
  return judged.filter(([, known]) => !known).map(([name]) => name);
}

async function isOfBase(tree: Tree, copy: string, path: Buffer): Promise<boolean> {
  const found = await lstat(under(copy, path));
  if (found.isDirectory()) {
    const names = await readdir(under(copy, path), { encoding: 'buffer' });
    return (await Promise.all(names.map((name) => isOfBase(tree, copy, inFolder(path, name))))).every(Boolean);
  }
  const content = found.isFile() ? await tree.read(decodeName(path)) : null;
  return content !== null && Buffer.from(content).equals(await readFile(under(copy, path)));
}
