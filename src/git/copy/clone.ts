// A task's own clone. It is built beside its place and moved there when it is whole, so what stands there is finished.
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, failed, ok, type Result } from '../../domain/error.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { type Author, readAuthor } from '../commit/author.ts';
import { alternatesOf } from '../hub/alternates.ts';
import { type HubRef, remotePrefix } from '../hub/base.ts';
import { placeOf } from '../hub/stand-in.ts';
import { pinnedEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { explainError, outcome, runGit } from '../process/run-git.ts';
import { refsFor, reserveBranch } from './branch.ts';
import { keepFirstIndex } from './first-index.ts';

export type Copy = { readonly path: string; readonly branch: string };

export async function makeCopy(
  tools: Tools,
  hub: Hub,
  path: string,
  base: Base,
  branch: string,
): Promise<Result<Copy>> {
  const refs = await refsFor(hub, branch, tagPrefix);
  const reserved = await reserveBranch(hub, path, base, branch, refs);
  if (!reserved.ok) return reserved;
  try {
    if ((await stat(path).catch(() => null)) !== null) return await finished(path, base, branch);
    const half = `${path}.making`;
    await rm(half, { recursive: true, force: true });
    const author = await readAuthor(tools, await placeOf(hub));
    const made = await newRepository(hub, half, {
      branch,
      commit: base.commit,
      refs: lentRefs(refs, base),
      author: author.ok ? author.value : null,
    });
    if (!made.ok) return made;
    await keepFirstIndex(tools, hub, path, base, join(half, '.git', 'index'));
    await writeFile(join(half, '.git', 'drover-copy'), mark(base, branch));
    await rename(half, path);
    return ok({ path, branch });
  } catch (error) {
    return explainError(error, `make the copy ${path}`);
  }
}

const mark = (base: Base, branch: string): string => `${base.commit} ${branch}\n`;

async function finished(path: string, base: Base, branch: string): Promise<Result<Copy>> {
  const found = await readFile(join(path, '.git', 'drover-copy'), 'utf8').catch(() => null);
  if (found === mark(base, branch)) return ok({ path, branch });
  return fail('ALREADY_EXISTS', `${path} exists and is not the copy of ${branch}.`, { path });
}

const tagPrefix = 'refs/tags/';

/** Tags, which version tools read, and the base under the name it has at the remote, for `git diff origin/main`. */
const lentRefs = (refs: readonly HubRef[], base: Base): readonly Ref[] => [
  ...refs.filter(({ name }) => name.startsWith(tagPrefix)),
  { id: base.commit, name: `${remotePrefix}${base.branch}` },
];

// A small repository of ours that borrows the hub's objects: the copy of a task, or the checkout that hooks run in.

/**
 * Stands above every `.gitattributes` of a tree: bytes in the work tree are the bytes of the blob. No filter, no encoding, no line ends, and a
 * file cannot declare itself binary to hide from a diff. (`!working-tree-encoding`, because git dies on `-working-tree-encoding`.)
 */
export const neutralAttributes =
  '* -text -crlf !eol -ident !filter !working-tree-encoding !diff !merge !conflict-marker-size !whitespace !export-ignore !export-subst\n';

type Ref = { readonly name: string; readonly id: string };

/** Makes `path/.git` on `branch` at `commit`, then writes the files (of `staged` where another tree is to lie ready for a commit). Runs nothing of the tree's. */
export async function newRepository(
  hub: Hub,
  path: string,
  at: {
    readonly branch: string;
    readonly commit: string;
    readonly refs: readonly Ref[];
    readonly author: Author | null;
    readonly staged?: string;
  },
): Promise<Result<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const git = join(path, '.git');
  await writeGitFolder(hub, git, at, await configOf(hub, at.author));
  const files = await runGit({
    argv: ['read-tree', '-m', '-u', at.staged ?? at.commit],
    cwd: path,
    env: { ...pinnedEnv(process.env.PATH ?? '/usr/bin:/bin'), GIT_DIR: git, GIT_WORK_TREE: path },
  });
  const written = outcome(files, `write the files of ${path}`);
  return written.ok ? ok(undefined) : written;
}

/** The configuration of such a repository, whole: what git found out about the file system when it made the hub beside it. Throws `Failed`. */
export async function configOf(hub: Hub, author: Author | null): Promise<string> {
  const hubs = await readFile(join(hub.path, 'config'), 'utf8');
  const sections = hubs.split(/^(?=\[)/m).filter((each) => /^\[(core|extensions)\]/i.test(each));
  const own = sections.join('').replace(/^\tbare = true$/m, '\tbare = false\n\tlogallrefupdates = true');
  if (!own.includes('\tbare = false\n')) throw failed('GIT_FAILED', `The configuration of ${hub.path} cannot be read.`);
  return own + settingsText(author);
}

export async function writeGitFolder(
  hub: Hub,
  git: string,
  at: { readonly branch: string; readonly commit: string; readonly refs: readonly Ref[] },
  config: string,
): Promise<void> {
  await mkdir(join(git, 'refs', 'heads'), { recursive: true });
  await mkdir(join(git, 'info'), { recursive: true });
  await mkdir(join(git, 'objects', 'info'), { recursive: true });
  await writeFile(join(git, 'info', 'attributes'), neutralAttributes);
  await writeFile(join(git, 'objects', 'info', 'alternates'), alternatesOf(join(hub.path, 'objects')));
  await copyFile(join(hub.path, 'shallow'), join(git, 'shallow')).catch(() => undefined);
  await writeFile(join(git, 'HEAD'), `ref: refs/heads/${at.branch}\n`);
  const refs = [...at.refs, { name: `refs/heads/${at.branch}`, id: at.commit }].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const lines = refs.map(({ name, id }) => `${id} ${name}\n`).join('');
  await writeFile(join(git, 'packed-refs'), `# pack-refs with: sorted \n${lines}`);
  await writeFile(join(git, 'config'), config);
}

/** No remote; never packs away what the hub may lose; agents' own commits are the person's and unsigned. */
function settingsText(author: Author | null): string {
  const user = author === null ? '' : `[user]\n\tname = ${quote(author.name)}\n\temail = ${quote(author.email)}\n`;
  return `[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[commit]\n\tgpgSign = false\n${user}`;
}

const quote = (value: string): string => `"${value.replace(/[\u0000-\u001f]/g, ' ').replace(/["\\]/g, '\\$&')}"`;
