// Where a path leads when every link is followed.
import { realpathSync } from 'node:fs';

/** The path itself where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
