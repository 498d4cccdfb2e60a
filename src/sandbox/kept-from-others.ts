// What of the system's settings only root may read: shadow, the host's keys. Root's sandbox would show them.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.ts';

/** Looked up each time: what is new there is hidden from the next program. */
export function keptFromOthers(folder: string): readonly Mount[] {
  const found: Mount[] = [];
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o777;
    if (entry.isDirectory() && (mode & 0o005) === 0o005) found.push(...keptFromOthers(path));
    else if (entry.isDirectory()) found.push({ kind: 'hidden', path });
    else if ((mode & 0o004) === 0) found.push({ kind: 'blank', path });
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
