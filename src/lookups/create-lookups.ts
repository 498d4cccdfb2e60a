// Where the program is that looks up, and what must be there so that it starts.
import { fileURLToPath } from 'node:url';
import type { Lookups } from '../ports/lookups.ts';

export function createLookups(entry = fileURLToPath(new URL('./main.ts', import.meta.url))): Lookups {
  return { argv: (request) => [process.execPath, entry, request], files: filesOf(entry) };
}

/** In the package the folder of the programs, for it loads parts on demand; in development the sources and what they import. */
function filesOf(entry: string): readonly string[] {
  const folder = entry.slice(0, entry.lastIndexOf('/'));
  if (!entry.endsWith('.ts')) return [folder];
  const source = folder.slice(0, folder.lastIndexOf('/'));
  return [source, `${source.slice(0, source.lastIndexOf('/'))}/node_modules`];
}
