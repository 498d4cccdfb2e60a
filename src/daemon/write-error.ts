// A line to stderr at once. Where it cannot be written (a full disk under the log file) it is lost, and nothing else is.
import { writeSync } from 'node:fs';

export function writeError(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Nobody is left to tell.
  }
}
