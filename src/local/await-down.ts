// Waits until nobody listens on the daemon's socket any more.
import { setTimeout as wait } from 'node:timers/promises';
import { pingDaemon } from './ping-daemon.ts';

/** False where it still answers after the time. */
export async function awaitDown(socket: string, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(20))
    if ((await pingDaemon(socket, 1000)) === 'nobody') return true;
  return false;
}
