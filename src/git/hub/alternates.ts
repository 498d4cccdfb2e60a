// The file in which git is told where more objects are: one folder a line, in git's quotes where its name would not stand on one.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../../domain/place/within.ts';
import { readSmall } from '../process/small-file.ts';

export const alternatesOf = (...folders: readonly string[]): string =>
  folders.map((folder) => `${folder.includes('\n') ? quoted(folder) : folder}\n`).join('');

/** As git reads it in its files. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** The hub sees these objects too, until others are lent to it; its own stay. */
export async function lend(hub: string, objects: string): Promise<void> {
  const file = join(hub, 'objects', 'info', 'alternates');
  const known = (await readSmall(file)) ?? '';
  const lines = known.split('\n').filter((one) => one !== '');
  const own = lines.filter((one) => isWithin(one.replace(/^"/, ''), hub));
  const lent = `${own.map((one) => `${one}\n`).join('')}${alternatesOf(objects)}`;
  // A git that is at work there meanwhile finds it whole.
  if (lent !== known) await writeFile(file, lent);
}
