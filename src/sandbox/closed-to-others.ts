// What of the system's settings only root may read: shadow, the host's keys. Root's sandbox would show them.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.ts';

/** A change that came so soon after another may carry the same time: a listing is kept only of a folder that has been at rest. */
const restMs = 2000;

type Listing = { readonly stamp: string; readonly entries: readonly Dirent[] };

/** Each mode is looked up each time: what is new, or was closed, is hidden from the next program. Only the names in a folder are kept, as long as the kernel has noted no change of them. */
export class ClosedToOthers {
  readonly #now: () => number;
  readonly #list: (folder: string) => readonly Dirent[];
  #kept = new Map<string, Listing>();

  constructor(now: () => number = Date.now, list: typeof listFolder = listFolder) {
    this.#now = now;
    this.#list = list;
  }

  mountsOf(folder: string): readonly Mount[] {
    const seen = new Map<string, Listing>();
    const mounts = this.#walk(folder, statOf(folder), seen);
    this.#kept = seen;
    return mounts;
  }

  #walk(folder: string, stat: Stats | undefined, seen: Map<string, Listing>): readonly Mount[] {
    const found: Mount[] = [];
    for (const entry of this.#entriesOf(folder, stat, seen)) {
      const path = join(folder, entry.name);
      const of = statOf(path);
      const mode = of?.mode ?? 0o777;
      if (entry.isDirectory() && (mode & 0o005) === 0o005) found.push(...this.#walk(path, of, seen));
      else if (entry.isDirectory()) found.push({ kind: 'hidden', path });
      else if ((mode & 0o004) === 0) found.push({ kind: 'blank', path });
    }
    return found;
  }

  /** But for links: what they lead to is looked at where it stands. */
  #entriesOf(folder: string, stat: Stats | undefined, seen: Map<string, Listing>): readonly Dirent[] {
    const stamp = stat === undefined ? '' : `${stat.dev} ${stat.ino} ${stat.ctimeMs}`;
    const isAtRest = stat !== undefined && this.#now() - stat.ctimeMs > restMs;
    const kept = this.#kept.get(folder);
    const entries =
      kept?.stamp === stamp ? kept.entries : this.#list(folder).filter((entry) => !entry.isSymbolicLink());
    if (isAtRest) seen.set(folder, { stamp, entries });
    return entries;
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
