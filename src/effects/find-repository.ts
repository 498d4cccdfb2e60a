// The repository a folder belongs to, seen from its files alone: no program is started for it.
import type { Files } from '../ports/files.ts';

/** `git`: folders beside `root` where a linked work tree keeps its repository. */
export type Repository = { readonly root: string; readonly git: readonly string[] };

export async function findRepository(files: Pick<Files, 'there' | 'tail'>, folder: string): Promise<Repository | null> {
  for (let at = folder; at.length > 1; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    if (await files.there(`${at}/.git/HEAD`)) return { root: at, git: [] };
    const link = await files.tail(`${at}/.git`, 4096).catch(() => null);
    const [, path] = /^gitdir: (\/.+)$/m.exec(link ?? '') ?? [];
    if (path !== undefined) return { root: at, git: [path.replace(/\/worktrees\/[^/]+$/, '')] };
  }
  return null;
}
