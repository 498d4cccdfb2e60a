// The words by which bubblewrap is told what to show.
import type { KernelFile } from './kernel-files.ts';
import type { Mount } from './mount.ts';
import { isWithin } from './within.ts';

export type Walls = {
  /** By `layMounts`. */
  readonly mounts: readonly Mount[];
  /** Laid over the process file system. */
  readonly kernel: readonly KernelFile[];
  readonly network: 'all' | 'none';
  /** An own session, so that nothing can be typed into a terminal outside; not for a program that needs its terminal. */
  readonly newSession: boolean;
  readonly cwd: string;
  /** Root's programs get one capability of their own user space back: without it none of them could open a sandbox of its own, as agents do. */
  readonly asRoot: boolean;
};

/** Everything but the program's own argv. Pure. */
export function bubblewrapArgv(walls: Walls): string[] {
  const ofDevices = (mount: Mount) => mount.path !== '/dev' && isWithin(mount.path, '/dev');
  return [
    ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(walls.network === 'none' ? ['--unshare-net'] : []),
    ...['--die-with-parent', '--cap-drop', 'ALL'],
    ...(walls.asRoot ? ['--cap-add', 'CAP_SETFCAP'] : []),
    ...(walls.newSession ? ['--new-session'] : []),
    ...walls.mounts.filter((mount) => !ofDevices(mount)).flatMap((mount) => words(mount)),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Laid before it they would lie under it: a project may stand in the memory that is /dev/shm.
    ...walls.mounts.filter((mount) => ofDevices(mount)).flatMap((mount) => words(mount)),
    ...walls.kernel.flatMap((file) => words(file)),
    ...['--remount-ro', '/', '--chdir', walls.cwd, '--'],
  ];
}

/** A device of another file system cannot be opened where it is laid: neither read nor written. */
function words(mount: Mount | KernelFile): string[] {
  const { path } = mount;
  switch (mount.kind) {
    case 'view':
      return ['--bind', mount.from, path];
    case 'hidden':
      return ['--tmpfs', path];
    case 'blank':
      return ['--ro-bind', '/dev/null', path];
    case 'readable':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
  }
}
