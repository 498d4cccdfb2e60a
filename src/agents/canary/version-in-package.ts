// The version of a program that came as an npm package, without starting it.
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { asText, parseRecord } from '../json.ts';

/** Of the package that holds the file which a command is a link to; null where it is in none. */
export async function versionInPackage(file: string): Promise<string | null> {
  const real = await realpath(file).catch(() => file);
  if (!real.includes(`${sep}node_modules${sep}`)) return null;
  for (let folder = dirname(real); basename(folder) !== 'node_modules'; folder = dirname(folder)) {
    const found = parseRecord(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''));
    if (found !== null && asText(found.version) !== '') return asText(found.version);
  }
  return null;
}
