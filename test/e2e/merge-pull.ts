// What a person does on the forge: merges a pull request, in the real repository behind the fake.
import { execFileSync } from 'node:child_process';
import type { Held } from '../fakes/forges/hub.ts';

/** By a merge commit. Throws where it conflicts. */
export function mergePull(repository: string, pull: Held): string {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', repository, ...words], {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ GIT_AUTHOR_NAME: 'A Person', GIT_AUTHOR_EMAIL: 'person@example.com' },
        ...{ GIT_COMMITTER_NAME: 'A Person', GIT_COMMITTER_EMAIL: 'person@example.com' },
      },
    }).trim();
  const tree = git('merge-tree', '--write-tree', pull.base, pull.branch).split('\n')[0] ?? '';
  const made = git('commit-tree', tree, '-p', pull.base, '-p', pull.branch, '-m', `Merge ${pull.branch}`);
  pull.sha = git('rev-parse', pull.branch);
  git('update-ref', `refs/heads/${pull.base}`, made);
  Object.assign(pull, { state: 'merged', merged: made });
  return made;
}
