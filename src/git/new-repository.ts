// A small repository of ours that borrows the hub's objects: the copy of a task, or the checkout that hooks run in.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { alternatesOf } from './alternates.ts';
import type { Author } from './author.ts';
import { outcome } from './failure.ts';
import { pinnedEnv } from './pins.ts';
import { runGit } from './run-git.ts';
import { withScratch } from './scratch.ts';
import { inHub, line } from './tools.ts';

/**
 * Stands above every `.gitattributes` of a tree: bytes in the work tree are the bytes of the blob. No filter, no encoding, no line ends, and a
 * file cannot declare itself binary to hide from a diff. (`!working-tree-encoding`, because git dies on `-working-tree-encoding`.)
 */
export const neutralAttributes =
  '* -text -crlf !eol -ident !filter !working-tree-encoding !diff !merge !conflict-marker-size !whitespace !export-ignore !export-subst\n';

export type Ref = { readonly name: string; readonly id: string };

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
  const inside = (argv: readonly string[]) =>
    runGit({
      argv,
      cwd: path,
      env: { ...pinnedEnv(process.env.PATH ?? '/usr/bin:/bin'), GIT_DIR: join(path, '.git'), GIT_WORK_TREE: path },
    });
  const made = await inside([
    'init',
    '-q',
    '--template=',
    `--object-format=${at.commit.length === 64 ? 'sha256' : 'sha1'}`,
  ]);
  if (made.code !== 0) return toVoid(outcome(made, `make ${path}`));
  const own = await readFile(join(path, '.git', 'config'), 'utf8');
  await writeGitFolder(hub, join(path, '.git'), at, own + settingsText(at.author));
  const files = await inside(['read-tree', '-m', '-u', at.staged ?? at.commit]);
  return toVoid(outcome(files, `write the files of ${path}`));
}

const toVoid = (result: Result<Buffer>): Result<void> => (result.ok ? ok(undefined) : result);

/** The configuration of such a repository, whole. */
export async function configOf(hub: Hub, author: Author | null): Promise<string> {
  const text = await withScratch(hub, 'write a configuration', async (folder) => {
    const format = await inHub(hub, 'read the hub', ['rev-parse', '--show-object-format']);
    if (!format.ok) return format;
    const env = pinnedEnv(process.env.PATH ?? '/usr/bin:/bin');
    const argv = ['init', '-q', '--template=', `--object-format=${line(format.value)}`, folder];
    const made = outcome(await runGit({ argv, cwd: folder, env }), `make ${folder}`);
    return made.ok ? ok(await readFile(join(folder, '.git', 'config'), 'utf8')) : made;
  });
  if (!text.ok) throw failed(text.failure.error_code, text.failure.message);
  return text.value + settingsText(author);
}

export async function writeGitFolder(
  hub: Hub,
  git: string,
  at: { readonly branch: string; readonly commit: string; readonly refs: readonly Ref[] },
  config: string,
): Promise<void> {
  await mkdir(join(git, 'refs'), { recursive: true });
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
