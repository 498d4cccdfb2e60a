// What of the kernel's own files must be closed over the process file system: as root much of it could be written, and a few read, for the whole machine.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type KernelFile = { readonly kind: 'readable' | 'blank'; readonly path: string };

/** Folders of processes stay as they are, for they are the sandbox's own. All else can only be read, and what only root may read is hidden. */
export function kernelFiles(proc = '/proc'): readonly KernelFile[] {
  // By name alone: a process may end while it is being looked at.
  return readdirSync(proc)
    .filter((name) => !/^\d+$/.test(name))
    .flatMap((name): readonly KernelFile[] => {
      const path = join(proc, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined || found.isSymbolicLink()) return [];
      if (found.isDirectory()) return [{ kind: 'readable', path }];
      if ((found.mode & 0o004) === 0) return [{ kind: 'blank', path }];
      return (found.mode & 0o222) === 0 ? [] : [{ kind: 'readable', path }];
    });
}
