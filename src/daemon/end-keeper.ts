// `down --all`: the keeper is told to go, and is waited for, so that nothing runs any more when the command says so.
import { readProcess, readStart } from '../keeper/read-processes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Its children get 5 s, then they are killed. */
const patienceMs = 15_000;
const pauseMs = 50;

export async function endKeeper(pid: number, clock: Clock, log: Log): Promise<void> {
  if (!signal(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    if (!signal(pid, 0) || isUnreaped(pid)) return;
    await clock.wait(pauseMs);
  }
  log.warn('the keeper did not end in time', { pid });
}

/** It has ended, and whoever inherited it has not looked at that yet: in a container without an init nobody ever does. */
const isUnreaped = (pid: number): boolean => readProcess(pid) === null && readStart(pid) !== null;

/** False where there is no such process any more. */
function signal(pid: number, what: 'SIGTERM' | 0): boolean {
  try {
    process.kill(pid, what);
    return true;
  } catch {
    return false;
  }
}
