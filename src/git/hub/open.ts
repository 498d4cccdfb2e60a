// Makes or finds a workspace's bare repository. It is built beside its place and moved there, so half a hub is never found; one that was damaged is mended.
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ageOf } from '../../domain/age.ts';
import { ok, type Result } from '../../domain/error.ts';
import type { Repository } from '../../domain/place/checkout.ts';
import type { Hub } from '../../ports/git.ts';
import { neutralAttributes } from '../copy/clone.ts';
import { personalEnv } from '../process/environments.ts';
import { inHub, type Tools } from '../process/git.ts';
import { lookUpRepository } from '../process/repository.ts';
import { explainError } from '../process/run-git.ts';
import { isThere } from '../process/small-file.ts';
import { lend } from './alternates.ts';
import { copiesOf, markHollow } from './refill.ts';
import { checkHub, type Look, mendHub } from './repair.ts';

/** Longer than any program on a hub may last. */
const staleMs = 15 * 60_000;

/** `checkout`: or the look at its repository, also one under way. `borrows`: the checkout's objects are lent to it, so that its trees can be compared with no fetch before. */
export async function openHub(
  tools: Tools,
  workspace: string,
  checkout: string | Repository | Promise<Result<Repository>>,
  borrows = false,
): Promise<Result<Hub & { readonly lost?: readonly string[] }>> {
  const path = tools.folder(workspace);
  // Beside the look at the checkout.
  const looked = lookIfThere(path);
  const found = await repositoryOf(tools, checkout);
  if (!found.ok) return found;
  const { root, gitFolder, objectFormat } = found.value;
  const hub = { path, checkout: root };
  try {
    const there = await findOrMake(tools, hub, objectFormat, await looked);
    if (!there.ok) return there;
    if (borrows) await lend(hub.path, join(gitFolder, 'objects'));
    return ok(there.value === null ? hub : { ...hub, lost: there.value });
  } catch (error) {
    return explainError(error, `open the hub of ${workspace}`);
  }
}

async function repositoryOf(tools: Tools, checkout: Parameters<typeof openHub>[2]): Promise<Result<Repository>> {
  if (typeof checkout === 'string')
    return lookUpRepository(personalEnv(await tools.person()), checkout, tools.settings);
  return 'then' in checkout ? checkout : ok(checkout);
}

/** Null: there is none, or it could not be looked at. Never rejects. */
async function lookIfThere(path: string): Promise<Look | null> {
  if ((await stat(path).catch(() => null)) === null) return null;
  return checkHub(path).catch(() => null);
}

/** Null: it is as it should be. Else it was mended, and this is lost. `looked`: how it was a moment ago. */
export async function findOrMake(
  tools: Tools,
  hub: Hub,
  format: Repository['objectFormat'],
  looked: Look | null = null,
): Promise<Result<readonly string[] | null>> {
  if ((await stat(hub.path).catch(() => null)) === null) {
    const made = await makeHub(tools, hub, format);
    if (made.ok && (await copiesOf(tools, hub)).length > 0) await markHollow(hub.path);
    return made.ok ? ok(null) : made;
  }
  const state = looked ?? (await checkHub(hub.path));
  if (state === 'whole') {
    await sweep(tools, hub.path);
    return ok(null);
  }
  await markHollow(hub.path);
  const mended = await mendHub(tools, hub, state).catch((error: unknown) => explainError(error, 'mend the hub'));
  // Somebody else may have been quicker.
  return mended.ok || (await checkHub(hub.path)) !== 'whole' ? mended : ok(null);
}

const isHub = (path: string): Promise<boolean> => isThere(join(path, 'drover-hub'));

async function makeHub(tools: Tools, hub: Hub, format: Repository['objectFormat']): Promise<Result<Hub>> {
  await mkdir(dirname(hub.path), { recursive: true, mode: 0o700 });
  // No workspace has a name that begins with a dot.
  const half = await mkdtemp(join(dirname(hub.path), `.new-${basename(hub.path)}-`));
  const made = await inHub({ path: half }, 'make the hub', [
    'init',
    '-q',
    '--bare',
    '--template=',
    `--object-format=${format}`,
  ]);
  if (!made.ok) return made;
  await mkdir(join(half, 'info'), { recursive: true });
  await writeFile(join(half, 'info', 'attributes'), neutralAttributes);
  await writeFile(join(half, 'drover-hub'), '1\n');
  await rename(half, hub.path).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true });
    if (!(await isHub(hub.path))) throw error;
  });
  await removeOld(tools, dirname(hub.path), (name) => /^\.new-(.+)-[^-]{6}$/.exec(name)?.[1] === basename(hub.path));
  return ok(hub);
}

/** Locks and scratch that a killed git left behind. */
async function sweep(tools: Tools, path: string): Promise<void> {
  await removeOld(tools, path, (name) => name.endsWith('.lock'));
  await removeOld(tools, join(path, 'scratch'), () => true);
  for (const folder of await readdir(join(path, 'refs'), { recursive: true, withFileTypes: true }))
    if (folder.name.endsWith('.lock')) await removeOld(tools, folder.parentPath, (name) => name === folder.name);
}

async function removeOld(tools: Tools, folder: string, matches: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    const path = join(folder, name);
    const found = matches(name) ? await stat(path).catch(() => null) : null;
    if (found !== null && ageOf(tools.clock, found.mtimeMs) > staleMs) await rm(path, { recursive: true, force: true });
  }
}
