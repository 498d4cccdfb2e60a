// What a copy needs besides the commit: dependencies and the workspace's own files. The tree it has then is what analysis must leave.

import { fail } from '../domain/error.ts';
import { copiedPaths } from '../domain/task/copied-paths.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const furnishCopy: EffectFunction<'furnish-copy'> = async (
  { git, files },
  { hub, base, copy, dependencies, folders, files: own, label },
) => {
  if (dependencies !== null)
    for (const path of folders) await files.copy({ root: dependencies, path }, { root: copy, path });
  for (const path of own) {
    if (hub.checkout === copy) continue;
    const brought = await files.bringInside(hub.checkout, path, copy);
    if (brought === 'outside' || brought === 'link')
      return { kind: 'failed', failure: fail('CONFIG_INVALID', `copy: ${path} ${refusal[brought]}`, { path }).failure };
  }
  const taken = await git.snapshot(hub, copy, base, label, copiedPaths({ copyFiles: own }));
  return taken.ok ? { kind: 'done', output: { tree: taken.value.tree } } : { kind: 'failed', failure: taken.failure };
};

const refusal = {
  outside: 'is not inside the checkout',
  link: 'is reached by a link, and links are not followed',
} as const;
