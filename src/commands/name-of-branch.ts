// A branch that somebody wants to work on: a name that git takes, and none that is protected everywhere.
import { failed } from '../domain/error.ts';
import { isBranchName } from '../domain/text/is-branch-name.ts';

/** null: none was named. Throws `PROTECTED_BRANCH`, `USAGE`. */
export function nameOfBranch(branch: string | undefined): string | null {
  if (branch === undefined) return null;
  if (branch === 'main' || branch === 'master')
    throw failed('PROTECTED_BRANCH', `${branch} is protected: a task works on a branch of its own.`, { branch });
  if (!isBranchName(branch)) throw failed('USAGE', `"${branch}" is no name for a branch.`, { branch });
  return branch;
}
