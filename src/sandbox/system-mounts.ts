// What of the system every program sees, and what is empty for all.
import { existsSync } from 'node:fs';
import type { ClosedToOthers } from './closed-to-others.ts';
import type { Mount } from './mount.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';

const readable = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix/store'];
/** How many processors and how much memory there are. */
const figures = ['/sys/devices/system/cpu', '/sys/fs/cgroup'];
/** Where others leave their files and sockets. */
export const emptied: readonly string[] = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

export function systemMounts(place: Place, closed: ClosedToOthers): Mount[] {
  const seen = [...readable, ...figures, ...nameService()].filter((path) => existsSync(path));
  const home = [place.home, realPath(place.home)].filter((path) => path !== '/');
  const hidden = [...emptied, ...home, place.stateFolder, realPath(place.stateFolder)];
  return [
    ...seen.map((path): Mount => ({ kind: 'readable', path })),
    ...hidden.map((path): Mount => ({ kind: 'hidden', path })),
    ...closed.mountsOf('/etc'),
  ];
}

/** Often a link into /run, where nothing else is shown. */
const nameService = (): string[] => [realPath('/etc/resolv.conf')].filter((path) => path.startsWith('/run/'));
