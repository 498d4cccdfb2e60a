// The index of a copy as it was made, kept in the hub: what stands in the copy as it did then need not be read again.
import { createHash } from 'node:crypto';
import { statSync, utimesSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base, Hub } from '../../ports/git.ts';
import type { Tools } from '../process/git.ts';
import type { Index } from '../process/scratch.ts';
import { readSmall } from '../process/small-file.ts';

const placeOf = (hub: Hub, copy: string): string =>
  join(hub.path, 'first', createHash('sha256').update(copy).digest('hex'));

/**
 * `index`: written with the files of the base, before anybody else was in the copy. An agent sees neither it nor what is kept. Nothing is kept where there are
 * submodules: git would look into their folders, where an agent may have written.
 */
export async function keepFirstIndex(
  { trees }: Tools,
  hub: Hub,
  copy: string,
  base: Base,
  index: string,
): Promise<void> {
  const place = placeOf(hub, copy);
  await forgetFirstIndex(hub, copy);
  if ((await trees.list(hub, base.tree)).some(({ mode }) => mode === '160000')) return;
  await mkdir(`${place}.half`, { recursive: true });
  await copyIndex(index, join(`${place}.half`, 'index'));
  await writeFile(join(`${place}.half`, 'base'), `${base.commit} ${base.tree}`);
  await rename(`${place}.half`, place);
}

export async function forgetFirstIndex(hub: Hub, copy: string): Promise<void> {
  for (const end of ['', '.half']) await rm(`${placeOf(hub, copy)}${end}`, { recursive: true, force: true });
}

/** The tree of the base, with its index laid out at `index.file`; null: none is kept of this base (a commit or its tree). */
export async function takeFirstIndex({ hub, folder, file }: Index, base: string): Promise<string | null> {
  const place = placeOf(hub, folder);
  const kept = (await readSmall(join(place, 'base')))?.split(' ') ?? [];
  if (!kept.includes(base)) return null;
  await copyIndex(join(place, 'index'), file);
  return kept[1] ?? null;
}

/**
 * With its time, which must never be later than it was: git takes a file for unchanged by its times, and reads those that may have changed
 * in the moment in which the index was written.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const written = new Date(Math.floor(statSync(from).mtimeMs));
  utimesSync(to, written, written);
}
