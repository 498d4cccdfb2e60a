// Where a branch is in a repository that a fake forge speaks of.
import { execFileSync } from 'node:child_process';

/** null: it is not there. */
export function commitIn(repository: string, branch: string): string | null {
  try {
    return execFileSync('git', ['-C', repository, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`])
      .toString()
      .trim();
  } catch {
    return null;
  }
}
