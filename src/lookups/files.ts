// Files of the copy: one read, all searched, those of a pattern. No link is followed, and `.git` is none of it.

import { readdirSync } from 'node:fs';
import { type HeldFolder, hold, partsOf, within } from '../disk/held-folder.ts';
import { pathBelow } from '../domain/place/within.ts';
import { lookupLimit } from '../domain/run/lookup.ts';
import { matchGlob } from '../domain/text/match-glob.ts';
import { BoundedText } from './bounded.ts';
import { type FoundText, NotFound } from './request.ts';

/** The copy, and what of it paths are relative to. */
type Place = { readonly folder: string; readonly below: readonly string[] };

/** Relative to the place, which may be named too. */
const inPlace = ({ folder, below }: Place, path: string): string => {
  const inside = pathBelow(path, [folder, ...below].join('/'));
  return inside === '' ? '.' : (inside ?? path);
};

function partsInside(place: Place, named: string): readonly string[] {
  const path = inPlace(place, named);
  const parts = partsOf(path);
  if (path.startsWith('/') || path.includes('\0') || parts.includes('..'))
    throw new NotFound(`${named} leads out of the copy`);
  if (parts.some((part) => part.toLowerCase() === '.git')) throw new NotFound(`${named} is git's own`);
  return [...place.below, ...parts];
}

function orNotFound<T>(path: string, found: T | 'missing' | 'link'): T {
  if (found === 'missing') throw new NotFound(`there is no ${path}`);
  if (found === 'link') throw new NotFound(`${path} is a link, or what is no file, which is not followed`);
  return found;
}

export async function readText(place: Place, path: string): Promise<FoundText> {
  const parts = partsInside(place, path);
  const name = parts.at(-1);
  if (name === undefined) throw new NotFound(`${path} is a folder`);
  const found = await within(place.folder, parts.slice(0, -1), async (held) => {
    if ((await held.look(name))?.isDirectory()) throw new NotFound(`${path} is a folder`);
    const opened = await held.file(name);
    if (typeof opened === 'string') return opened;
    await using file = opened;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lookupLimit + 1), 0, lookupLimit + 1, 0);
    return buffer.subarray(0, bytesRead);
  });
  const text = new BoundedText();
  text.add(orNotFound(path, found).toString('utf8'));
  return text.found();
}

/** `matchGlob` sees names with a leading dot, as those are files too. */
export async function namesOf(place: Place, pattern: string): Promise<FoundText> {
  const text = new BoundedText();
  const wanted = partsInside(place, pattern).slice(place.below.length).join('/');
  for await (const { path } of filesBelow(place, place.below))
    if (matchGlob(wanted, path) && !text.add(`${path}\n`)) break;
  return text.found();
}

/** A longer file is searched no further. */
const searchMost = 8 * 1024 * 1024;
const longestLine = 500;

/** `path:line: text`, as others tell it. */
export async function linesWith(place: Place, pattern: string, path: string | null): Promise<FoundText> {
  const expression = expressionOf(pattern);
  const parts = partsInside(place, path ?? '.');
  const text = new BoundedText();
  for await (const { path: at, held, name } of filesBelow(place, parts)) {
    const lines = linesOf(held, name);
    for (const [index, line] of lines.entries())
      if (expression.test(line) && !text.add(`${at}:${index + 1}: ${line.slice(0, longestLine)}\n`))
        return text.found();
  }
  return text.found();
}

function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    throw new NotFound(`${pattern} is no regular expression`);
  }
}

/** Of a text; what has a NUL at its beginning is none. */
function linesOf(held: HeldFolder, name: string): readonly string[] {
  const bytes = held.short(name, searchMost);
  if (typeof bytes === 'string' || bytes.subarray(0, 8192).includes(0)) return [];
  const lines = bytes.toString('utf8').split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** `path`: relative to the place. */
type At = { readonly path: string; readonly held: HeldFolder; readonly name: string };

/** Where nobody names them, what was installed is passed over. */
const passedOver = ['.git', 'node_modules'];
const deepest = 64;

/** The file itself, or all below a folder, in the order of their names. `parts`: within the copy. */
async function* filesBelow({ folder, below }: Place, parts: readonly string[]): AsyncGenerator<At> {
  const path = parts.slice(below.length).join('/');
  const name = parts.at(-1);
  const named = parts.join('/');
  await using outer = orNotFound(named, await hold(folder, parts.slice(0, -1)));
  if (name === undefined) return yield* walk(outer, '', 0);
  const found = await outer.look(name);
  if (found?.isFile()) return yield { path, held: outer, name };
  await using inner = orNotFound(named, await outer.step(name));
  yield* walk(inner, path, 0);
}

async function* walk(held: HeldFolder, at: string, depth: number): AsyncGenerator<At> {
  const entries = readdirSync(held.itself, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (passedOver.includes(entry.name)) continue;
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isFile()) yield { path, held, name: entry.name };
    if (!entry.isDirectory() || depth >= deepest) continue;
    const inner = await held.step(entry.name);
    if (typeof inner === 'string') continue;
    await using folder = inner;
    yield* walk(folder, path, depth + 1);
  }
}
