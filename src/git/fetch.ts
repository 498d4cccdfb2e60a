// Bringing remote and checkout into the hub, as one program for the keeper.
import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Program } from '../domain/run/program.ts';
import type { Hub } from '../ports/git.ts';
import type { Env } from './pins.ts';
import type { Tools } from './tools.ts';

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
