// What differs between two trees: paths, and how many lines came and went.
import { totalsOf } from '../domain/evidence/bound-list.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';

export type TreeChange = { readonly paths: readonly string[]; readonly added: number; readonly removed: number };

/** Null: it cannot be told. */
export async function compareTrees(
  { git }: Pick<EffectPorts, 'git'>,
  hub: Hub,
  from: string,
  to: string,
): Promise<TreeChange | null> {
  const changes = await git.changes(hub, from, to);
  if (!changes.ok) return null;
  const paths = changes.value.flatMap(({ path, from: old }) => (old === null ? [path] : [old, path]));
  const { added, removed } = totalsOf(changes.value);
  return { paths: [...new Set(paths)].sort(), added, removed };
}
