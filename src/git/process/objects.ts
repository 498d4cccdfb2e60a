// What `git cat-file` answers when it is asked for many objects at once.
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { withScratch } from './scratch.ts';

type Answer = { readonly id: string; readonly content: Buffer };

/** In the order in which they were asked for: a line `ID KIND SIZE`, the bytes, a line end. null: a line that says why there is nothing (`NAME missing`). */
export function readAnswers(output: Buffer): readonly (Answer | null)[] {
  const answers: (Answer | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [id = '', , size] = output.subarray(at, end).toString('latin1').split(' ');
    const from = end + 1;
    const bytes = Number(size);
    answers.push(Number.isInteger(bytes) ? { id, content: output.subarray(from, from + bytes) } : null);
    at = Number.isInteger(bytes) ? from + bytes + 1 : from;
  }
  return answers;
}

// One small object of ours, written the way git writes a loose one: no program is started for a few bytes.

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
