import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../src/disk/or-null.ts';

/** The files below a folder, sorted; what goes while others are at work there is left out. */
export const filesUnder = (folder: string): readonly string[] =>
  (orNull('ENOENT', () => readdirSync(folder, { withFileTypes: true })) ?? [])
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path);
      return entry.isFile() ? [path] : [];
    })
    .toSorted();

/** Those of them that hold the text. */
export const holding = (folder: string, text: string): readonly string[] =>
  filesUnder(folder).filter((path) => orNull('ENOENT', () => readFileSync(path))?.includes(text));
