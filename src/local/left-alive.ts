// Processes that carry a mark in the environment they were started with.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Waits until none is left, at most so long; returns the pids of those that still live. Without /proc: none can be seen. */
export async function leftAlive(mark: string, timeoutMs: number): Promise<readonly number[]> {
  for (const deadline = performance.now() + timeoutMs; ; await wait(50)) {
    const left = marked(mark);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

function marked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && environment(pid).includes(`${mark}\0`));
}

/** '' for one that ends meanwhile or is not ours. */
function environment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
