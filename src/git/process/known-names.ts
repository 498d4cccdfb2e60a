// Names that git listed from the index of a checkout before, given again as long as its file has not changed.
import { join } from 'node:path';
import { entryOf, isAtRest, mostRemembered, stampOf } from './file-stamp.ts';

/** `ask`: git's own answer; null where it failed. */
export type KnownNames = (root: string, ask: () => Promise<readonly string[] | null>) => Promise<readonly string[]>;

/** Only of a checkout with a `.git` folder of its own. `now`: milliseconds since 1970, as files have it. */
export function rememberNames(now: () => number = Date.now): KnownNames {
  const known = new Map<string, { readonly stamp: string; readonly names: readonly string[] }>();
  return async (root, ask) => {
    const stamp = indexStamp(root, now());
    const there = known.get(root);
    if (there !== undefined && there.stamp === stamp) return there.names;
    known.delete(root);
    const names = await ask();
    if (names !== null && stamp !== null) {
      if (known.size >= mostRemembered) known.clear();
      known.set(root, { stamp, names });
    }
    return names ?? [];
  };
}

/** Null: there is none, or it changed a moment ago. */
function indexStamp(root: string, now: number): string | null {
  const index = entryOf(join(root, '.git', 'index'));
  return index !== undefined && isAtRest(index, now) ? stampOf(index) : null;
}
