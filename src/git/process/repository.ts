// The repository of a checkout: its place from files, its set-up in one look at its settings. Git is asked for the place where these do not tell it.
import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Repository } from '../../domain/place/checkout.ts';
import type { Env } from './environments.ts';
import { entryOf } from './file-stamp.ts';
import { line } from './git.ts';
import type { ReadSettings } from './known-settings.ts';
import { explain, type GitRun, runGit } from './run-git.ts';
import { isTrue, readSettings, type Setting, valueFor } from './settings.ts';
import { isThere } from './small-file.ts';

export type Found = Repository & {
  readonly shallow: boolean;
  /** In force there, of all scopes. */
  readonly settings: readonly Setting[];
};

/** The repository whose work tree holds this folder. */
export async function lookUpRepository(
  env: Env,
  checkout: string,
  read: ReadSettings = readSettings,
): Promise<Result<Found>> {
  if (entryOf(checkout)?.isDirectory() !== true)
    return fail('PATH_NOT_FOUND', `There is no folder ${checkout}.`, { path: checkout });
  const seen = await seeRepository(env, checkout, read);
  return seen === null ? askForRepository(env, checkout) : ok(seen);
}

/** Null where it is not the plain case: bare, a work tree elsewhere, another user's, none at all. */
async function seeRepository(env: Env, checkout: string, read: ReadSettings): Promise<Found | null> {
  const root = await topFolder(checkout);
  if (root === null) return null;
  // Git is to look at this folder alone: what it takes for no repository is none because of one above it either.
  const settings = await read({ ...env, GIT_CEILING_DIRECTORIES: dirname(root) }, root);
  const origin = settings.find(({ scope }) => scope === 'local')?.origin ?? '';
  const special = valueFor(settings, 'core.worktree') !== null || isTrue(valueFor(settings, 'core.bare'));
  if (special || !origin.startsWith('file:')) return null;
  const gitFolder = dirname(resolve(root, origin.slice('file:'.length)));
  return {
    root,
    gitFolder,
    settings,
    shallow: await isThere(join(gitFolder, 'shallow')),
    objectFormat: valueFor(settings, 'extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1',
  };
}

/** The nearest one with a `.git`, links resolved, on the same file system; null: none, or from within a git folder. */
async function topFolder(checkout: string): Promise<string | null> {
  const start = realpathSync.native(checkout);
  if (start.split(sep).includes('.git') || start.includes(':')) return null;
  const dev = entryOf(start)?.dev;
  for (let folder = start; entryOf(folder)?.dev === dev; folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return null;
  }
  return null;
}

/** The git folder of a checkout, absolute; for a linked worktree the shared one. */
export const gitFolder = async (env: Env, checkout: string): Promise<string> => {
  const found = await lookUpRepository(env, checkout);
  return found.ok ? found.value.gitFolder : join(checkout, '.git');
};

/** Paths come last: they may hold line breaks, and then each is asked for by itself. */
const facts = ['--is-shallow-repository', '--show-object-format', '--path-format=absolute'];

async function askForRepository(env: Env, checkout: string): Promise<Result<Found>> {
  const ask = (...flags: readonly string[]) => runGit({ argv: ['rev-parse', ...flags], cwd: checkout, env });
  const run = await ask(...facts, '--show-toplevel', '--git-common-dir');
  if (run.code !== 0) return notFound(run, checkout);
  const [shallow, format, root = '', gitFolder = '', ...more] = line(run.stdout).split('\n');
  const paths =
    more.length === 0
      ? { root, gitFolder }
      : {
          root: line((await ask('--show-toplevel')).stdout),
          gitFolder: line((await ask('--path-format=absolute', '--git-common-dir')).stdout),
        };
  const settings = await readSettings(env, paths.root);
  const objectFormat = format === 'sha256' ? 'sha256' : 'sha1';
  return ok({ ...paths, shallow: shallow === 'true', objectFormat, settings });
}

function notFound(run: GitRun, checkout: string): Result<never> {
  if (/not a git repository|must be run in a work tree/.test(run.stderr))
    return fail('PATH_NOT_FOUND', `${checkout} is not a checkout of a git repository.`, { path: checkout });
  return explain(run, `look at ${checkout}`);
}
