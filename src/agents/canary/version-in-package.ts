// The version of a program that came as an npm package, without starting it.
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asText, parseRecord } from '../json.ts';

/** Of the nearest package above the file that a command is a link to; null where there is none. */
export async function versionInPackage(file: string): Promise<string | null> {
  const real = await realpath(file).catch(() => file);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    const found = parseRecord(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''));
    if (found !== null && asText(found.version) !== '') return asText(found.version);
  }
  return null;
}
