// A copy goes on under another branch, made where it stands. Only HEAD moves: git is not started in it, no file of the work changes.
import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { explainError } from '../process/run-git.ts';
import { readCopyRefs } from './agent-refs.ts';
import { reserveBranch } from './branch.ts';

/** Safe to repeat. `ALREADY_EXISTS` where the name is another copy's, or of a branch at another commit; `GIT_FAILED` for what is no name of a branch. */
export async function switchBranch(hub: Hub, copy: string, base: Base, branch: string): Promise<Result<void>> {
  const reserved = await reserveBranch(hub, copy, base, branch);
  if (!reserved.ok) return reserved;
  try {
    const { head } = await readCopyRefs(hub, copy);
    const ref = join(copy, '.git', 'refs', 'heads', branch);
    if (!(await hasOwnFolders(join(copy, '.git'), dirname(ref))))
      return fail('GIT_FAILED', `The repository of ${copy} is not as it was made; its branch was left as it is.`);
    await mkdir(dirname(ref), { recursive: true });
    await replace(ref, `${head ?? base.commit}\n`);
    await replace(join(copy, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
    return ok(undefined);
  } catch (error) {
    return explainError(error, `switch ${copy} to ${branch}`);
  }
}

/** From `top` down: whatever is there is a folder and no link that leads elsewhere. */
async function hasOwnFolders(top: string, folder: string): Promise<boolean> {
  if (folder !== top && !(await hasOwnFolders(top, dirname(folder)))) return false;
  const found = await lstat(folder).catch(() => null);
  return folder === top ? found?.isDirectory() === true : found === null || found.isDirectory();
}

/** A rename does not follow a link that stands there. */
async function replace(path: string, text: string): Promise<void> {
  const half = `${path}.drover`;
  await writeFile(half, text, { flag: 'w' });
  await rename(half, path);
}
