// Where a path leads when every link is followed.
import { realpathSync, statSync } from 'node:fs';

/** The path itself where nothing is there: most of what is asked for is not, and an exception that says so takes longer than all the rest. */
export function realPath(path: string): string {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync.native(path);
  } catch {
    return path;
  }
}
