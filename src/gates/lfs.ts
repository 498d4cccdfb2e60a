// Files that the repository keeps in LFS: what is committed of them is a pointer. Content in its place would stay in the history for ever.
import type { Finding } from '../domain/evidence/verdict.ts';
import { matchAny } from '../domain/text/match-glob.ts';
import type { Change } from '../ports/gates.ts';
import type { Tree } from '../ports/git.ts';
import { decode } from './sources.ts';

const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\n/;
const LARGEST_POINTER = 1024;

/** As the tree's attributes say; a file that was no pointer on the base is left alone. */
export async function lfsContents(base: Tree, tree: Tree, changes: readonly Change[]): Promise<readonly Finding[]> {
  const there = changes.filter(({ kind }) => kind !== 'deleted');
  if (there.length === 0) return [];
  const globs = await keptInLfs(tree);
  const found: Finding[] = [];
  for (const { path, from, bytes, kind } of there.filter((change) => matchAny(globs, change.path))) {
    if (await isPointer(tree, path, bytes)) continue;
    const before = kind === 'added' ? null : await base.read(from ?? path);
    if (before !== null && !POINTER.test(decode(before.slice(0, LARGEST_POINTER)) ?? '')) continue;
    const what = 'is kept in LFS, and what stands here is its content and no pointer';
    found.push({ gate: 'lfs', what, file: path, line: null, weight: 'fail' });
  }
  return found;
}

const isPointer = async (tree: Tree, path: string, bytes: number): Promise<boolean> =>
  bytes <= LARGEST_POINTER && POINTER.test(decode(await tree.read(path)) ?? '');

/** Lines like `*.psd filter=lfs`, as globs from the top of the tree. */
async function keptInLfs(tree: Tree): Promise<readonly string[]> {
  const files = (await tree.paths()).filter((path) => /(^|\/)\.gitattributes$/.test(path));
  const each = await Promise.all(
    files.map(async (path) => {
      const folder = path.slice(0, -'.gitattributes'.length);
      const lines = (decode(await tree.read(path)) ?? '').split(/\r?\n/);
      return lines.flatMap((line) => {
        const [, quoted, bare, rest = ''] = /^\s*(?:"([^"]+)"|([^\s#]\S*))\s+(.*)$/.exec(line) ?? [];
        const pattern = quoted ?? bare;
        if (pattern === undefined || !/(^|\s)filter=lfs(\s|$)/.test(rest)) return [];
        const anchored = pattern.replace(/^\//, '');
        return pattern.includes('/') ? [folder + anchored] : [`${folder}**/${pattern}`];
      });
    }),
  );
  return each.flat();
}
