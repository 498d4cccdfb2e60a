// Names that git listed from the index of a checkout before, given again as long as its file has not changed.
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** `ask`: git's own answer; null where it failed. */
export type KnownNames = (root: string, ask: () => Promise<readonly string[] | null>) => Promise<readonly string[]>;

const mostKnown = 64;
/** A file that changed so lately may change again under the same time. Milliseconds. */
const restMs = 2_000;

/** Only of a checkout with a `.git` folder of its own. `now`: milliseconds since 1970, as files have it. */
export function rememberNames(now: () => number = Date.now): KnownNames {
  const known = new Map<string, { readonly stamp: string; readonly names: readonly string[] }>();
  return async (root, ask) => {
    const stamp = stampOf(root, now() - restMs);
    const there = known.get(root);
    if (there !== undefined && there.stamp === stamp) return there.names;
    known.delete(root);
    const names = await ask();
    if (names !== null && stamp !== null) {
      if (known.size >= mostKnown) known.clear();
      known.set(root, { stamp, names });
    }
    return names ?? [];
  };
}

/** Null: there is none, or it changed after `rested`. In place: a trip through the threads takes twenty times as long. */
function stampOf(root: string, rested: number): string | null {
  try {
    const found = statSync(join(root, '.git', 'index'), { bigint: true });
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found;
    return Number(ctimeMs) < rested ? [dev, ino, size, mtimeNs, ctimeNs].join() : null;
  } catch {
    return null;
  }
}
