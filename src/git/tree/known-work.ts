// The tree of a copy's files, given again while the same of them differ from its base and each is as it was when it was read: an agent's turn is looked at before it, after it, and by whoever checks it.
import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isAtRest, mostRemembered, stampOf } from '../process/file-stamp.ts';
import { encodeName } from '../process/path-names.ts';
import type { Index } from '../process/scratch.ts';

/** One look at a copy. */
export type WorkLook = {
  /** Asked with the names of all files that differ, before any of them is read. Null: they are to be read. */
  readonly known: (names: readonly string[]) => string | null;
  /** What they were read as. */
  readonly keep: (tree: string) => void;
};

export type KnownWork = (index: Index, base: string, without: readonly string[]) => WorkLook;

/** Beyond so many their entries take as long as git. */
const mostFiles = 2_000;

/** `now`: milliseconds since 1970, as files have it. */
export function rememberWork(now: () => number = Date.now): KnownWork {
  const works = new Map<string, { readonly stamp: string; readonly tree: string }>();
  return ({ hub, folder }, base, without) => {
    const copy = `${hub.path}\n${folder}`;
    let stamp: string | null = null;
    return {
      known: (names) => {
        if (names.length > mostFiles) return null;
        const entries = names.map((name) => entryOf(folder, name));
        const told = entries.map((entry) => (entry === undefined ? null : `${entry.mode},${stampOf(entry)}`));
        const seen = createHash('sha256')
          .update(JSON.stringify([base, without, names, told]))
          .digest('hex');
        const moment = now();
        stamp = entries.every((entry) => entry === undefined || isRead(entry, moment)) ? seen : null;
        const before = works.get(copy);
        return before?.stamp === seen ? before.tree : null;
      },
      keep: (tree) => {
        if (stamp === null) return;
        if (works.size >= mostRemembered) works.clear();
        works.set(copy, { stamp, tree });
      },
    };
  };
}

/** No link is followed. Undefined: it is gone, or nobody may look. */
function entryOf(folder: string, name: string): BigIntStats | undefined {
  try {
    const path = Buffer.concat([Buffer.from(join(folder, '/')), encodeName(name)]);
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Some ticks of the clock that file systems take their times from: within one a file can change twice and look the same. */
const ticksMs = 50;

/** Whatever changes it from now on leaves another time. Whole seconds alone are of a file system that tells no more. */
const isRead = (entry: BigIntStats, moment: number): boolean =>
  isAtRest(entry, moment) || (entry.ctimeNs % 1_000_000_000n !== 0n && Number(entry.ctimeMs) < moment - ticksMs);
