// A copy of the project in which faults can be made: the person's files are never touched.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What git tracks and what it does not ignore, as it stands. */
const listed = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('bench/results/'));

export type Tree = {
  readonly folder: string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
};

export function copyTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'drover-mutate-'));
  // Some tests look at the sources as another user.
  chmodSync(folder, 0o755);
  for (const file of listed()) cpSync(join(root, file), join(folder, file), { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
