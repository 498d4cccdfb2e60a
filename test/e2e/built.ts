// Where the built programs are (`build-programs.ts`).
import { join } from 'node:path';
import { inject } from 'vitest';

export const built = (program: 'cli' | 'daemon' | 'keeper' | 'scripted'): string =>
  join(inject('built'), 'dist', `${program}.mjs`);
