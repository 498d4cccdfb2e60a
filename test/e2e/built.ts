// Where the built programs are (`build-programs.ts`).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** `cli`: the launcher that a person installs. */
export function built(program: 'cli' | 'daemon' | 'keeper' | 'scripted'): string {
  const folder = inject('built');
  if (program !== 'cli') return join(folder, 'dist', `${program}.mjs`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { drover: string } };
  return join(folder, bin.drover);
}
