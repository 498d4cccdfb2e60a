// When the last fetch into a hub began that brought all: tasks that were stated before it need none of their own.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hub } from '../ports/git.ts';
import { readSmall } from './small-file.ts';

const noteOf = (hub: string): string => join(hub, 'drover-fetched');

/** Of two at the same time either may be told: both brought all that there was. */
export async function noteFetch(hub: string, began: number): Promise<void> {
  const half = `${noteOf(hub)}.${process.pid}`;
  await writeFile(half, `${began}\n`);
  await rename(half, noteOf(hub));
}

export const forgetFetch = (hub: string): Promise<void> => rm(noteOf(hub), { force: true });

/** Milliseconds since 1970; null: not known. */
export async function fetchedAt({ path }: Hub): Promise<number | null> {
  const text = await readSmall(noteOf(path));
  return text !== null && /^\d+\n$/.test(text) ? Number(text) : null;
}
