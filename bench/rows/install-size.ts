// The packed program, installed for production into an empty folder.
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPacked, packagesBeside } from '../../scripts/install-packed.ts';
import type { Bench } from '../row.ts';

export const bench: Bench = {
  name: 'install-size',
  target: '<= 60 MB, <= 80 packages',
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
    try {
      const installed = await installPacked(folder);
      const bytes = sizeOf(dirname(installed));
      const packages = 1 + (await packagesBeside(installed)).length;
      const figures = { min: null, floor: null } as const;
      return [
        { ...figures, what: 'on disk', unit: 'MB', value: bytes / 1e6, target: '<= 60', met: bytes <= 60e6 },
        { ...figures, what: 'packages', unit: 'packages', value: packages, target: '<= 80', met: packages <= 80 },
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Bytes of the files in it. */
function sizeOf(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
