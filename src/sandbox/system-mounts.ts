// What of the system every program sees, and what is empty for all.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';

const readable = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix/store'];
/** How many processors and how much memory there are. */
const figures = ['/sys/devices/system/cpu', '/sys/fs/cgroup'];
/** Where others leave their files and sockets. */
export const emptied: readonly string[] = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

export function systemMounts(place: Place): Mount[] {
  const seen = [...readable, ...figures, ...nameService()].filter((path) => existsSync(path));
  const home = [place.home, realPath(place.home)].filter((path) => path !== '/');
  const hidden = [...emptied, ...home, place.stateFolder, realPath(place.stateFolder)];
  return [
    ...seen.map((path): Mount => ({ kind: 'readable', path })),
    ...hidden.map((path): Mount => ({ kind: 'hidden', path })),
    ...keptFromOthers('/etc'),
  ];
}

/** Often a link into /run, where nothing else is shown. */
const nameService = (): string[] => [realPath('/etc/resolv.conf')].filter((path) => path.startsWith('/run/'));

// What of the system's settings only root may read: shadow, the host's keys. Root's sandbox would show them.

/** Looked up each time: what is new there is hidden from the next program. */
function keptFromOthers(folder: string): readonly Mount[] {
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
