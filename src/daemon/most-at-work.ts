// How many tasks may be at work on this host at once.
import { availableParallelism, totalmem } from 'node:os';
import type { PersonConfig } from '../ports/config.ts';

type Computer = { readonly processors: number /** Bytes. */; readonly memory: number };

const gigabyte = 1024 ** 3;
/** What one workspace may have at once where nothing is said. */
const fewest = 3;

/** `auto`: two for each processor, since agents wait for their models most of the time, and a gigabyte of memory for each. */
export const mostAtWork = (
  { concurrency }: PersonConfig['limits'],
  { processors, memory }: Computer = thisComputer(),
): number =>
  concurrency === 'auto' ? Math.max(fewest, Math.min(2 * processors, Math.floor(memory / gigabyte))) : concurrency;

function thisComputer(): Computer {
  const allowed = process.constrainedMemory();
  return { processors: availableParallelism(), memory: allowed > 0 ? Math.min(allowed, totalmem()) : totalmem() };
}
