// Who of this machine's processes names a path on its command line.
import { readdirSync, readFileSync } from 'node:fs';

/** Pids. What ended meanwhile is left out. */
export const processesOf = (path: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(path));

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
