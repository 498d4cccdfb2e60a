// Who commits: the author as the person's checkout knows them, by git's own rules (environment, checkout, includes, global).
import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../../domain/error.ts';
import { type Env, personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { runGit } from '../process/run-git.ts';
import { type Setting, valueFor } from '../process/settings.ts';

export type Author = { readonly name: string; readonly email: string };

/** `GIT_FAILED` where none is configured; a name that git would guess from the machine is not taken. */
export async function readAuthor(tools: Tools, checkout: string): Promise<Result<Author>> {
  if ((await stat(checkout).catch(() => null)) === null)
    return fail('PATH_NOT_FOUND', `There is no folder ${checkout}.`, { path: checkout });
  const env = personalEnv(await tools.person());
  return await authorBy(env, await tools.settings(env, checkout), checkout);
}

/** The same, of a checkout whose settings are read already. */
export async function authorBy(env: Env, settings: readonly Setting[], checkout: string): Promise<Result<Author>> {
  const plain = plainAuthor(env, settings);
  if (plain !== null) return ok(plain);
  const argv = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'];
  const run = await runGit({ argv, cwd: checkout, env });
  const found = run.code === 0 ? /^(.*) <(.*)> \d+ [+-]\d+\n?$/s.exec(run.stdout.toString('utf8')) : null;
  if (found !== null) return ok({ name: found[1] ?? '', email: found[2] ?? '' });
  return fail(
    'GIT_FAILED',
    `No author is configured for ${checkout}. Say who you are: git config --global user.name "NAME" and git config --global user.email "ADDRESS".`,
    { hint: 'git config user.name' },
  );
}

/** Nothing that git would strip or replace in them. */
const plainName = /^[\p{L}\p{N}](?:[\p{L}\p{N} .'-]*[\p{L}\p{N}])?$/u;
const plainEmail = /^[A-Za-z0-9](?:[\w.+@-]*[A-Za-z0-9])?$/;

/** The usual case, told by settings that are known already: a user with a name and an address, and nobody else named anywhere. Null: git is asked. */
function plainAuthor(env: Env, settings: readonly Setting[]): Author | null {
  const others = [env.GIT_AUTHOR_NAME, env.GIT_AUTHOR_EMAIL, env.EMAIL];
  if (others.some((each) => each !== undefined) || settings.some(({ key }) => key.startsWith('author.'))) return null;
  const [name, email] = [valueFor(settings, 'user.name') ?? '', valueFor(settings, 'user.email') ?? ''];
  return plainName.test(name) && plainEmail.test(email) ? { name, email } : null;
}
