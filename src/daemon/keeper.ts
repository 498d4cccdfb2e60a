// A keeper that dies is followed by another at once: it sweeps what was left and tells what was lost.
import { type KeeperLaunch, launchKeeper } from '../keeper/client/launch.ts';
import { openLine } from '../keeper/client/line.ts';
import { keeperSocket } from '../keeper/server/lock.ts';
import { awaitGone } from '../local/await-gone.ts';
import type { Log } from '../ports/system.ts';

const pauseMs = 200;

/** Runs until the signal fires. */
export async function keepKeeper(launch: KeeperLaunch, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await launchKeeper(launch, signal);
      await watchKeeper(launch.socket, signal);
    } catch (error) {
      log.warn('the keeper does not answer', { why: String(error) });
      await launch.clock.wait(pauseMs, signal);
    }
  }
}

async function watchKeeper(socket: string, signal: AbortSignal): Promise<void> {
  const line = await openLine({ path: keeperSocket(socket) }, () => {});
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await Promise.race([line.closed, stopped]);
  line.socket.destroy();
}

// `down --all`: the keeper is told to go, and is waited for, so that nothing runs any more when the command says so.

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
