// One small object of ours, written the way git writes a loose one: no program is started for a few bytes.
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { withScratch } from './scratch.ts';

/** Its id. `like`: an id of this hub, whose kind the new one is of. */
export const writeBlob = (hub: Hub, like: string, bytes: Uint8Array): Promise<Result<string>> =>
  writeObject(hub, 'blob', like, bytes);

export async function writeObject(
  hub: Hub,
  kind: 'blob' | 'commit',
  like: string,
  bytes: Uint8Array,
): Promise<Result<string>> {
  const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
  const id = createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(whole)
    .digest('hex');
  const place = join(hub.path, 'objects', id.slice(0, 2), id.slice(2));
  if ((await lstat(place).catch(() => null)) !== null) return ok(id);
  return withScratch(hub, 'write an object', async (folder) => {
    const half = join(folder, 'object');
    const file = await open(half, 'wx', 0o444);
    try {
      await file.writeFile(deflateSync(whole));
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(place), { recursive: true });
    await rename(half, place);
    return ok(id);
  });
}
