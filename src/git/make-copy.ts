// A task's own clone. It is built beside its place and moved there when it is whole, so what stands there is finished.
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { readAuthor } from './author.ts';
import { explainError } from './failure.ts';
import { newRepository, type Ref } from './new-repository.ts';
import { reserveBranch } from './reserve-branch.ts';
import { inHub, line, type Tools } from './tools.ts';

export type Copy = { readonly path: string; readonly branch: string };

export async function makeCopy(
  tools: Tools,
  hub: Hub,
  path: string,
  base: Base,
  branch: string,
): Promise<Result<Copy>> {
  const reserved = await reserveBranch(hub, path, base, branch);
  if (!reserved.ok) return reserved;
  try {
    if ((await stat(path).catch(() => null)) !== null) return await finished(path, base, branch);
    const half = `${path}.making`;
    await rm(half, { recursive: true, force: true });
    const author = await readAuthor(tools, hub.checkout);
    const refs = await lentRefs(hub, base);
    if (!refs.ok) return refs;
    const made = await newRepository(hub, half, {
      branch,
      commit: base.commit,
      refs: refs.value,
      author: author.ok ? author.value : null,
    });
    if (!made.ok) return made;
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

/** Tags, which version tools read, and the base under the name it has at the remote, for `git diff origin/main`. */
async function lentRefs(hub: Hub, base: Base): Promise<Result<readonly Ref[]>> {
  const tags = await inHub(hub, 'read the tags', ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/tags']);
  if (!tags.ok) return tags;
  const refs = line(tags.value)
    .split('\n')
    .flatMap((text): Ref[] => {
      const [id = '', name = ''] = text.split(' ');
      return name === '' ? [] : [{ id, name }];
    });
  return ok([...refs, { id: base.commit, name: `refs/remotes/origin/${base.branch}` }]);
}
