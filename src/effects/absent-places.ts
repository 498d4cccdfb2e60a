// What an agent says stands at a line of a file is looked for there before a person reads it.
import { pathBelow } from '../domain/place/within.ts';
import type { Place } from '../domain/plan/report.ts';
import type { Tree } from '../ports/git.ts';

/** More are not looked for; a report names a few. */
const most = 100;

/** By their number, from 0: of these places there is no such file or folder, or it has not so many lines. Paths are seen from the top of the tree; `copy` is where the agent had it. */
export async function absentPlaces(tree: Tree, places: readonly Place[], copy: string): Promise<readonly number[]> {
  const paths = await tree.paths();
  const files = new Set(paths);
  const absent: number[] = [];
  for (const [number, { file, line }] of places.slice(0, most).entries()) {
    const path = fromTop(file, copy);
    if (files.has(path)) {
      if (line !== null && line > (await linesOf(tree, path))) absent.push(number);
    } else if (!isFolder(paths, path)) absent.push(number);
  }
  return absent;
}

const fromTop = (file: string, copy: string): string =>
  (pathBelow(file, copy) || file).replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

const isFolder = (paths: readonly string[], path: string): boolean =>
  path === '' || path === '.' || paths.some((each) => each.startsWith(`${path}/`));

/** Of what is no file of the tree itself (a link, a submodule) nothing is known. */
async function linesOf(tree: Tree, path: string): Promise<number> {
  const content = await tree.read(path);
  if (content === null) return Number.POSITIVE_INFINITY;
  let lines = content.length > 0 && content.at(-1) !== newline ? 1 : 0;
  for (const byte of content) if (byte === newline) lines += 1;
  return lines;
}

const newline = 0x0a;
