// `down --all`: the keeper is told to go, and is waited for, so that nothing runs any more when the command says so.
import { awaitGone } from '../local/await-gone.ts';
import type { Log } from '../ports/system.ts';

/** Its children get 5 s, then they are killed. */
const patienceMs = 15_000;

export async function endKeeper(pid: number, log: Log): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
    // One that somebody has stopped hears it only then.
    process.kill(pid, 'SIGCONT');
  } catch {
    return;
  }
  if (!(await awaitGone(pid, patienceMs))) log.warn('the keeper did not end in time', { pid });
}
