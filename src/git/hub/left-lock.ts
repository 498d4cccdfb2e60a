// A lock that a killed git left on a name in a hub: whoever needs the name waits for a living holder, and takes away what nobody holds any more.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ageOf } from '../../domain/age.ts';
import type { Failure } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import type { Tools } from '../process/git.ts';

/** A name is held for milliseconds; on a machine that has much to do for a second or two. */
const longestMs = 10_000;
const lookMs = 50;

/** True: the lock that git met is gone, and what it did can be done again. */
export async function waitForLock(
  { clock }: Pick<Tools, 'clock'>,
  { path }: Pick<Hub, 'path'>,
  { message }: Failure,
): Promise<boolean> {
  const [, lock] = /Unable to create '([^'\n]+\.lock)': File exists/.exec(message) ?? [];
  if (lock === undefined || !isOfName(path, lock)) return false;
  for (;;) {
    const found = await stat(lock).catch(() => null);
    if (found === null) return true;
    if (ageOf(clock, found.mtimeMs) > longestMs) break;
    await wait(lookMs);
  }
  await rm(lock, { force: true });
  return true;
}

/** Other locks (of a shallow fetch, of a repacking) may be held for minutes. */
const isOfName = (hub: string, lock: string): boolean =>
  lock.startsWith(join(hub, 'refs', '/')) || lock === join(hub, 'packed-refs.lock');
