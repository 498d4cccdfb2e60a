// What a copy needs besides the commit: dependencies and the workspace's own files. The tree it has then is what analysis must leave.

import { fail } from '../domain/error.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const furnishCopy: EffectFunction<'furnish-copy'> = async (
  { git, files },
  { hub, base, copy, dependencies, folders, files: own, label },
) => {
  if (dependencies !== null)
    for (const folder of folders) await files.copy(`${dependencies}/${folder}`, `${copy}/${folder}`);
  for (const path of own) {
    if (leaves(path))
      return { kind: 'failed', failure: fail('CONFIG_INVALID', `copy: ${path} is not inside the checkout`).failure };
    if (hub.checkout !== copy) await files.copy(`${hub.checkout}/${path}`, `${copy}/${path}`);
  }
  const taken = await git.snapshot(hub, copy, base, label);
  return taken.ok ? { kind: 'done', output: { tree: taken.value.tree } } : { kind: 'failed', failure: taken.failure };
};

const leaves = (path: string): boolean => path.startsWith('/') || path.split('/').includes('..');
