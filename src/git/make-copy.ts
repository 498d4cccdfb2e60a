// A task's own clone. It is built beside its place and moved there when it is whole, so what stands there is finished.
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { readAuthor } from './author.ts';
import { explainError } from './failure.ts';
import { keepFirstIndex } from './first-index.ts';
import { newRepository, type Ref } from './new-repository.ts';
import { refsFor, reserveBranch } from './reserve-branch.ts';
import { type HubRef, remotePrefix } from './resolve-base.ts';
import { placeOf } from './stand-in.ts';
import type { Tools } from './tools.ts';

export type Copy = { readonly path: string; readonly branch: string };

export async function makeCopy(
  tools: Tools,
  hub: Hub,
  path: string,
  base: Base,
  branch: string,
): Promise<Result<Copy>> {
  const refs = await refsFor(hub, branch, tagPrefix);
  const reserved = await reserveBranch(hub, path, base, branch, refs);
  if (!reserved.ok) return reserved;
  try {
    if ((await stat(path).catch(() => null)) !== null) return await finished(path, base, branch);
    const half = `${path}.making`;
    await rm(half, { recursive: true, force: true });
    const author = await readAuthor(tools, await placeOf(hub));
    const made = await newRepository(hub, half, {
      branch,
      commit: base.commit,
      refs: lentRefs(refs, base),
      author: author.ok ? author.value : null,
    });
    if (!made.ok) return made;
    await keepFirstIndex(tools, hub, path, base, join(half, '.git', 'index'));
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

const tagPrefix = 'refs/tags/';

/** Tags, which version tools read, and the base under the name it has at the remote, for `git diff origin/main`. */
const lentRefs = (refs: readonly HubRef[], base: Base): readonly Ref[] => [
  ...refs.filter(({ name }) => name.startsWith(tagPrefix)),
  { id: base.commit, name: `${remotePrefix}${base.branch}` },
];
