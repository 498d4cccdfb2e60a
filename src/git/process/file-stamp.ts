// Whether a file is as it was when it was read, told by its entry alone.
import { type BigIntStats, statSync } from 'node:fs';

/** Of how many checkouts something is remembered; beyond, all is read anew. */
export const mostRemembered = 64;

/** A file that changed so lately may change again under the same time. Milliseconds. */
const restMs = 2_000;

/** In place: some microseconds, and a trip through the threads takes twenty times as long. Undefined: it is not there, or nobody may look. */
export function entryOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Another one after every change. */
export const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join();

/** `now`: milliseconds since 1970, as files have it. */
export const isAtRest = ({ ctimeMs }: BigIntStats, now: number): boolean => Number(ctimeMs) < now - restMs;
