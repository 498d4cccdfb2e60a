// What of the kernel's own files must be closed over the process file system: as root much of it could be written, and a few read, for the whole machine.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type KernelFile = { readonly kind: 'readable' | 'blank'; readonly path: string };

/** The processes' own folders stay as they are: they are those of the sandbox. All else is only to be read, and what only root may read is not there. */
export function kernelFiles(proc = '/proc'): readonly KernelFile[] {
  return readdirSync(proc, { withFileTypes: true })
    .filter((entry) => !/^\d+$/.test(entry.name) && !entry.isSymbolicLink())
    .flatMap((entry): readonly KernelFile[] => {
      const path = join(proc, entry.name);
      if (entry.isDirectory()) return [{ kind: 'readable', path }];
      const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
      if ((mode & 0o004) === 0) return [{ kind: 'blank', path }];
      return (mode & 0o222) === 0 ? [] : [{ kind: 'readable', path }];
    });
}
