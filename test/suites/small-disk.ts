// A disk that is soon full, by default of 1 MB; only root can have one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function mountSmallDisk(limit = 'size=1m', at?: string): { readonly path: string; close(): void } {
  const path = at ?? realpathSync(mkdtempSync(join(tmpdir(), 'small-disk-')));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `${limit},mode=0700`, 'drover-test', path], { stdio: 'ignore' });
  return {
    path,
    close: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
