// What differs between two trees: paths, and how many lines came and went.
import type { EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';

export type TreeChange = { readonly paths: readonly string[]; readonly added: number; readonly removed: number };

const diffLimit = 8 * 1024 * 1024;

/** Null: it cannot be told. Lines are those of the first 8 MiB. */
export async function compareTrees(
  { git }: Pick<EffectPorts, 'git'>,
  hub: Hub,
  from: string,
  to: string,
): Promise<TreeChange | null> {
  if (from === to) return { paths: [], added: 0, removed: 0 };
  const changes = await git.changes(hub, from, to);
  const diff = await git.diff(hub, from, to, diffLimit);
  if (!changes.ok || !diff.ok) return null;
  const paths = changes.value.flatMap(({ path, from: old }) => (old === null ? [path] : [old, path]));
  return { paths: [...new Set(paths)].sort(), ...countLines(diff.value) };
}

/** Of a unified diff; the two lines that name a file count for nothing. */
function countLines(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  let inside = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff ')) inside = false;
    else if (line.startsWith('@@')) inside = true;
    else if (inside && line.startsWith('+')) added += 1;
    else if (inside && line.startsWith('-')) removed += 1;
  }
  return { added, removed };
}
