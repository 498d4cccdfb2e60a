// Whether there is something to start from, seen in the checkout before anything is made.

import { failed } from '../../domain/error.ts';
import { sayFew } from '../../domain/text/counted.ts';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import type { CheckoutState } from '../../ports/git.ts';

/** Notes for the person. Throws `BASE_UNKNOWN` with what to do. `wanted`: the branch asked for. */
export function checkBase(state: CheckoutState, wanted: string | null): readonly string[] {
  const { root, head, branch, remote, dirty, shallow, submodules, lfs, author } = state;
  if (head === null && (wanted === null || remote === null))
    throw failed('BASE_UNKNOWN', `${root} has no commit yet. Make the first one: git commit --allow-empty -m start.`, {
      path: root,
    });
  if (branch === null && wanted === null && remote === null)
    throw failed(
      'BASE_UNKNOWN',
      `${root} is on no branch (detached head) and has no remote. Say what to start from with --base, or go to a branch: git switch main.`,
      { path: root, head },
    );
  return [
    ...(dirty.length === 0 ? [] : [`Not taken along, for it is uncommitted: ${sayFew(dirty, 8)}.`]),
    ...(remote === null
      ? ['There is no remote: the work ends as a branch of your repository and is not submitted.']
      : []),
    ...(branch === null ? ['The checkout is on no branch (detached head).'] : []),
    ...(shallow ? ['The checkout is shallow: its history ends early.'] : []),
    ...(submodules ? ['There are submodules: they are not filled in the copy.'] : []),
    ...(lfs ? ['There are LFS files: pointers stay pointers in the copy.'] : []),
    ...(author === false
      ? [
          'Nobody is named whom commits are by, and it cannot be submitted without: git config --global user.name "NAME"; git config --global user.email "ADDRESS".',
        ]
      : []),
  ];
}

// A branch that somebody wants to work on: a name that git takes, and none that is protected everywhere.

/** null: none was named. Throws `PROTECTED_BRANCH`, `USAGE`. */
export function nameOfBranch(branch: string | undefined): string | null {
  if (branch === undefined) return null;
  if (branch === 'main' || branch === 'master')
    throw failed('PROTECTED_BRANCH', `${branch} is protected: a task works on a branch of its own.`, { branch });
  if (!isBranchName(branch)) throw failed('USAGE', `"${branch}" is no name for a branch.`, { branch });
  return branch;
}
