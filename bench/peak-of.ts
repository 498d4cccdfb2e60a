// What a process had resident at once, at most.
import { readFileSync } from 'node:fs';

/** In MB. */
export const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
