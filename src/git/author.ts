// Who commits: the author as the person's checkout knows them, by git's own rules (environment, checkout, includes, global).
import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../domain/error.ts';
import { personalEnv } from './pins.ts';
import { runGit } from './run-git.ts';
import type { Tools } from './tools.ts';

export type Author = { readonly name: string; readonly email: string };

/** `GIT_FAILED` where none is configured; a name that git would guess from the machine is not taken. */
export async function readAuthor(tools: Tools, checkout: string): Promise<Result<Author>> {
  if ((await stat(checkout).catch(() => null)) === null)
    return fail('PATH_NOT_FOUND', `There is no folder ${checkout}.`, { path: checkout });
  const argv = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'];
  const run = await runGit({ argv, cwd: checkout, env: personalEnv(await tools.person()) });
  const found = run.code === 0 ? /^(.*) <(.*)> \d+ [+-]\d+\n?$/s.exec(run.stdout.toString('utf8')) : null;
  if (found !== null) return ok({ name: found[1] ?? '', email: found[2] ?? '' });
  return fail(
    'GIT_FAILED',
    `No author is configured for ${checkout}. Say who you are: git config --global user.name "NAME" and git config --global user.email "ADDRESS".`,
    { hint: 'git config user.name' },
  );
}
