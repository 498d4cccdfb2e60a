// The packed program, installed for production into an empty folder.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../row.ts';

const root = join(import.meta.dirname, '..', '..');

export const bench: Bench = {
  name: 'install-size',
  target: '<= 60 MB, <= 80 packages',
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
    try {
      const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, encoding: 'utf8' });
      const packed = JSON.parse(npm(root, 'pack', '--json', '--pack-destination', folder)) as unknown;
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
      npm(folder, 'install', '--omit=dev', '--no-audit', '--no-fund', join(folder, fileOf(packed)));
      execFileSync(process.execPath, [join(folder, 'node_modules', 'drover', 'bin', 'drover.mjs'), '--version']);
      const files = globSync('node_modules/**/*', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
      const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
      const packages = npm(folder, 'ls', '--all', '--parseable').trim().split('\n').length - 1;
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

/** A list of one, or an object by name: versions of npm differ. */
function fileOf(packed: unknown): string {
  const [entry] = Object.values(packed as Record<string, { filename: string }>);
  return entry?.filename ?? '';
}
