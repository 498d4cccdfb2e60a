import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedProfile } from './profile.ts';

/** A file and all that it imports. */
function importsOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g))
    importsOf(join(dirname(file), named), found);
  return found;
}

it('shows a confined run of the sources everything that they import', () => {
  const entry = join(import.meta.dirname, 'main.ts');
  const { reads } = scriptedProfile({ script: '/none/script.json', entry, node: process.execPath });
  const hidden = [...importsOf(entry)].filter((file) => !reads?.some((shown) => file.startsWith(`${shown}/`)));
  expect(hidden).toEqual([]);
});
