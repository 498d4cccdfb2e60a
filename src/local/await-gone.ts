// Waits until a process has ended: what it may still write is written then.
import { setTimeout as wait } from 'node:timers/promises';
import { isUnreaped } from '../keeper/process/processes.ts';

/** False where it still lives after the time. */
export async function awaitGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await wait(20))
    if (!lives(pid)) return true;
  return false;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isUnreaped(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
