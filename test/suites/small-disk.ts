// A disk of 1 MB that is soon full; only root can have one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** null: it cannot be mounted here. */
export function mountSmallDisk(): { readonly path: string; close(): void } | null {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'small-disk-')));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'drover-test', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    close: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
