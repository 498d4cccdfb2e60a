// Polls for what another part of the world will bring about.
import { setTimeout as sleep } from 'node:timers/promises';

export async function until(what: string, holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !holds(); await sleep(5))
    if (Date.now() > deadline) throw new Error(`it never came about: ${what}`);
}
