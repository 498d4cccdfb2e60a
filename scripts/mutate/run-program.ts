// A program of the project, run in a copy of the tree and ended with all it started when its time is over.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './tree.ts';

/** Groups of programs that run now: who ends this program ends them too. */
const groups = new Set<number>();

export function endPrograms(): void {
  for (const group of groups)
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended just now.
    }
}

/** What runs around this one may keep its results in a place of its own; those of a mutant are none of them. */
const { DROVER_TEST_RESULTS: _, ...around } = process.env;

export type Ran = { readonly code: number | 'timeout'; readonly out: string };

/** `code` is 1 where it was ended by a signal. */
export async function runProgram(
  name: 'tsc' | 'vitest',
  args: readonly string[],
  { folder, timeoutMs, env = {} }: { folder: string; timeoutMs: number; env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const child = spawn(join(root, 'node_modules', '.bin', name), args, {
    ...{ cwd: folder, env: { ...around, CI: '', ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }, timeoutMs);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (ended) => resolve(ended ?? 1));
  });
  clearTimeout(timer);
  if (pid !== undefined) groups.delete(pid);
  return { code: late ? 'timeout' : code, out: Buffer.concat(pieces).toString() };
}
