// A damaged hub is mended where it stands: copies borrow its objects. What can be read stays; all that remote and checkout have comes anew with the next fetch.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failed, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { inHub, line, runInCheckout, runInHub, type Tools } from '../process/git.ts';
import { explain, isDiskFull } from '../process/run-git.ts';
import { isThere, readSmall } from '../process/small-file.ts';
import { forgetFetch } from '../remote/fetch.ts';

/** Names of what is lost: refs of ours on objects that nobody has any more. Safe to repeat, also after a kill in the middle. */
export async function mendHub(tools: Tools, hub: Hub, wrong: 'bare' | 'objects'): Promise<Result<readonly string[]>> {
  // Stays where this is cut off.
  await writeFile(suspectFile(hub.path), '');
  await forgetFetch(hub.path);
  if (wrong === 'bare') {
    const made = await makeBare(tools, hub);
    if (!made.ok) return made;
  }
  await dropUnreadable(hub.path);
  await dropCorrupt(hub);
  const lost = await dropLost(hub);
  if (!lost.ok) return lost;
  await writeFile(join(hub.path, 'drover-hub'), '1\n');
  await writeFile(anewFile(hub.path), '');
  await rm(suspectFile(hub.path), { force: true });
  return lost;
}

/** `config` and `HEAD` hold nothing that does not come back. */
async function makeBare(tools: Tools, { path, checkout }: Hub): Promise<Result<unknown>> {
  for (const file of ['config', 'HEAD']) await rm(join(path, file), { recursive: true, force: true });
  const format = await runInCheckout(tools, checkout, ['rev-parse', '--show-object-format']);
  const kind = format.stdout.toString().trim() === 'sha256' ? 'sha256' : 'sha1';
  return inHub({ path }, 'make the hub', ['init', '-q', '--bare', '--template=', `--object-format=${kind}`]);
}

/** Of what cannot be read the readable part is kept: git would fail on the rest even where the same object is there anew. */
async function dropCorrupt(hub: Hub): Promise<void> {
  const all = await runInHub(hub, ['fsck', '--full', '--no-dangling', '--no-progress']);
  const files = [...all.stderr.matchAll(/(?:object corrupt or missing|found at): (.+)$/gm)].map(
    (found) => found[1] ?? '',
  );
  for (const file of files) {
    const path = resolve(hub.path, file);
    if (path.startsWith(join(hub.path, 'objects', '/'))) await rm(path, { force: true });
  }
  const [packs, aside] = [join(hub.path, 'objects', 'pack'), join(hub.path, 'damaged')];
  await mkdir(aside, { recursive: true });
  for (const pack of (await readdir(packs)).filter((name) => name.endsWith('.pack'))) {
    const index = join(packs, pack.replace(/pack$/, 'idx'));
    const sound = (await isThere(index)) ? await runInHub(hub, ['verify-pack', index]) : null;
    if (sound !== null && (sound.code === 0 || sound.timedOut)) continue;
    await rename(join(packs, pack), join(aside, pack));
    await rm(index, { force: true });
  }
  for (const pack of await readdir(aside)) {
    const unpacked = await runInHub(hub, ['unpack-objects', '-r', '-q'], { input: { file: join(aside, pack) } });
    if (isDiskFull(unpacked.stderr)) throw new Failed(explain(unpacked, 'mend the hub').failure);
    await rm(join(aside, pack), { force: true });
  }
}

const readable = /^(?:[0-9a-f]{40}(?:[0-9a-f]{24})?|ref: refs\/\S+)\n?$/;
const packedLine = /^[0-9a-f]{40}(?:[0-9a-f]{24})? refs\/(?:drover|tags)\/\S+$/;

/** Branches of remote and checkout are asked for anew; a file that holds no id is no ref. */
async function dropUnreadable(hub: string): Promise<void> {
  for (const name of ['remotes', 'checkout']) await rm(join(hub, 'refs', name), { recursive: true, force: true });
  const packed = await readFile(join(hub, 'packed-refs'), 'utf8').catch(() => null);
  if (packed !== null) {
    const lines = packed.split('\n').filter((one) => packedLine.test(one));
    await writeFile(join(hub, 'packed-refs.new'), lines.map((one) => `${one}\n`).join(''));
    await rename(join(hub, 'packed-refs.new'), join(hub, 'packed-refs'));
  }
  const files = await readdir(join(hub, 'refs'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))) {
    const path = join(file.parentPath, file.name);
    if (!readable.test(await readFile(path, 'utf8'))) await rm(path, { force: true });
  }
}

async function dropLost(hub: Hub): Promise<Result<readonly string[]>> {
  const listed = await inHub(hub, 'read the refs', ['for-each-ref', '--format=%(objectname) %(refname)']);
  if (!listed.ok) return listed;
  const refs = line(listed.value)
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)] as const);
  const input = Buffer.from(refs.map(([id]) => `${id}\n`).join(''));
  const found = await inHub(hub, 'look for objects', ['cat-file', '--batch-check=%(objecttype)'], { input });
  if (!found.ok) return found;
  const types = line(found.value).split('\n');
  const lost = refs.flatMap(([, name], at) => (types[at]?.endsWith('missing') ? [name] : []));
  for (const name of lost) await runInHub(hub, ['update-ref', '--no-deref', '-d', name]);
  return ok(lost);
}

// Is a hub whole? Looked at in passing each time it is opened; all of it only where something has failed on it.

/** Left by a fetch that failed after the other side had answered, and by a mending that was cut off. */
export const suspectFile = (hub: string): string => join(hub, 'drover-suspect');

/** Left by a mending: the next fetch takes for granted nothing of what is here. */
export const anewFile = (hub: string): string => join(hub, 'drover-anew');

/** `bare`: git does not take it for a repository. `objects`: something that its refs lead to cannot be read. */
export type Look = 'whole' | 'bare' | 'objects';

export async function checkHub(path: string): Promise<Look> {
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
