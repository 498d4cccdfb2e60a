// A disk of 1 MB that is soon full; only root can have one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function mountSmallDisk(): { readonly path: string; close(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'small-disk-')));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'drover-test', path], { stdio: 'ignore' });
  return {
    path,
    close: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
