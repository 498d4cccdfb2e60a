// Bringing remote and checkout into the hub, as one program for the keeper.
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Program } from '../../domain/run/program.ts';
import type { Hub } from '../../ports/git.ts';
import type { Env } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { readSmall } from '../process/small-file.ts';

export const transferMs = 10 * 60_000;

export async function fetch(tools: Tools, hub: Hub, env: Env): Promise<Result<Program>> {
  if ((await stat(hub.path).catch(() => null)) === null)
    return fail('PATH_NOT_FOUND', `There is no hub at ${hub.path}.`, { path: hub.path });
  return ok({
    argv: [...tools.fetchProgram, hub.path, hub.checkout],
    cwd: hub.path,
    env,
    io: { kind: 'pipe', stdin: 'empty' },
    deadlineMs: transferMs,
  });
}

// When the last fetch into a hub began that brought all: tasks that were stated before it need none of their own.

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
