// Is a hub whole? Looked at in passing each time it is opened; all of it only where something has failed on it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere, readSmall } from './small-file.ts';
import { runInHub } from './tools.ts';

/** Left by a fetch that failed after the other side had answered, and by a mending that was cut off. */
export const suspectFile = (hub: string): string => join(hub, 'drover-suspect');

/** Left by a mending: the next fetch takes for granted nothing of what is here. */
export const anewFile = (hub: string): string => join(hub, 'drover-anew');

/** `bare`: git does not take it for a repository. `objects`: something that its refs lead to cannot be read. */
export type Look = 'whole' | 'bare' | 'objects';

export async function lookOverHub(path: string): Promise<Look> {
  const refs = await runInHub({ path }, ['for-each-ref', '--format=%(objecttype)']);
  const isSaidBare = /^\tbare = true$/m.test((await readSmall(join(path, 'config'))) ?? '');
  if (!isSaidBare || refs.code !== 0) {
    const bare = await runInHub({ path }, ['rev-parse', '--is-bare-repository']);
    if (bare.code !== 0 || bare.stdout.toString().trim() !== 'true') return 'bare';
  }
  if (!(await isThere(join(path, 'drover-hub')))) return 'bare';
  if (refs.code !== 0 || /broken ref/.test(refs.stderr)) return 'objects';
  if (!(await isThere(suspectFile(path)))) return 'whole';
  const all = await runInHub({ path }, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress']);
  if (all.code !== 0 && !all.timedOut) return 'objects';
  await rm(suspectFile(path), { force: true });
  return 'whole';
}
