// The person's checkout, looked at and not touched: no lock taken, no index refreshed, no hook or monitor run.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import type { CheckoutState } from '../ports/git.ts';
import { explain, withoutCredentials } from './failure.ts';
import { decodeName, splitZero } from './names.ts';
import { type Env, personalEnv, withPins } from './pins.ts';
import { remoteOf } from './remote.ts';
import { type GitRun, runGit } from './run-git.ts';
import { localFilters, readSettings } from './settings.ts';
import { line, type Tools } from './tools.ts';

type Look = (argv: readonly string[]) => Promise<GitRun>;

export async function inspect(tools: Tools, checkout: string): Promise<Result<CheckoutState>> {
  const personal = personalEnv(await tools.person());
  const found = await lookUpRepository(personal, checkout);
  if (!found.ok) return found;
  const { root, shallow } = found.value;
  const settings = await readSettings(personal, root);
  const env = withPins(personal, localFilters(settings));
  const look: Look = (argv) => runGit({ argv, env, cwd: root });
  const [status, last, links] = await Promise.all([
    look([
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--untracked-files=all',
      '--ignore-submodules=dirty',
      '--no-renames',
    ]),
    look(['log', '-1', '--no-show-signature', '--format=%at%x00%an%x00%s']),
    look(['ls-files', '-z', '--', ':(top,glob)**/.gitattributes', ':(top).gitmodules']),
  ]);
  if (status.code !== 0 || status.timedOut) return explain(status, `look at ${root}`);
  const remote = remoteOf(settings, root);
  return ok({
    root,
    ...readStatus(status.stdout),
    remote: remote === null ? null : withoutCredentials(remote.url),
    lastCommit: readLast(last),
    shallow,
    submodules: splitZero(links.stdout).some((name) => name.toString() === '.gitmodules'),
    lfs: await usesLfs(look, links.stdout),
  });
}

export type Repository = {
  /** The top folder of the work tree, absolute. */
  readonly root: string;
  /** The git folder, absolute; for a linked worktree the shared one. */
  readonly gitFolder: string;
  readonly shallow: boolean;
  readonly objectFormat: 'sha1' | 'sha256';
};

/** Paths come last: they may hold line breaks, and then each is asked for by itself. */
const facts = ['--is-shallow-repository', '--show-object-format', '--path-format=absolute'];

/** The repository whose work tree holds this folder. */
export async function lookUpRepository(env: Env, checkout: string): Promise<Result<Repository>> {
  const folder = await stat(checkout).catch(() => null);
  if (!folder?.isDirectory()) return fail('PATH_NOT_FOUND', `There is no folder ${checkout}.`, { path: checkout });
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
  return ok({ ...paths, shallow: shallow === 'true', objectFormat: format === 'sha256' ? 'sha256' : 'sha1' });
}

function notFound(run: GitRun, checkout: string): Result<never> {
  if (/not a git repository|must be run in a work tree/.test(run.stderr))
    return fail('PATH_NOT_FOUND', `${checkout} is not a checkout of a git repository.`, { path: checkout });
  return explain(run, `look at ${checkout}`);
}

/** The top folder of the work tree that holds this folder. */
export async function findRoot(env: Env, checkout: string): Promise<Result<string>> {
  const found = await lookUpRepository(env, checkout);
  return found.ok ? ok(found.value.root) : found;
}

function readStatus(output: Buffer): Pick<CheckoutState, 'branch' | 'head' | 'dirty' | 'ahead' | 'behind'> {
  const lines = splitZero(output).map(decodeName);
  const header = (name: string) =>
    lines.find((one) => one.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length) ?? null;
  const [branch, head] = [header('head'), header('oid')];
  const counts = /^\+(\d+) -(\d+)$/.exec(header('ab') ?? '');
  return {
    branch: branch === '(detached)' ? null : branch,
    head: head === '(initial)' ? null : head,
    dirty: lines.flatMap(dirtyPath).sort(),
    ahead: counts === null ? null : Number(counts[1]),
    behind: counts === null ? null : Number(counts[2]),
  };
}

/** `1` changed, `u` unmerged, `?` untracked; the path is all that follows the fixed fields. */
function dirtyPath(entry: string): string[] {
  const fixed = { '1': 8, u: 10, '?': 1 }[entry[0] ?? ''];
  return fixed === undefined || entry[1] !== ' ' ? [] : [entry.split(' ').slice(fixed).join(' ')];
}

function readLast(run: GitRun): CheckoutState['lastCommit'] {
  if (run.code !== 0) return null;
  const [at, author, subject] = run.stdout.toString('utf8').replace(/\n$/, '').split('\0');
  return { at: Number(at) * 1000, author: author ?? '', subject: subject ?? '' };
}

async function usesLfs(look: Look, attributes: Buffer): Promise<boolean> {
  if (attributes.length === 0) return false;
  const run = await look(['grep', '-q', '--no-textconv', '-I', 'filter=lfs', '--', ':(top,glob)**/.gitattributes']);
  return run.code === 0;
}

/** The git folder of a checkout, absolute; for a linked worktree the shared one. */
export const gitFolder = async (env: Env, checkout: string): Promise<string> => {
  const found = await lookUpRepository(env, checkout);
  return found.ok ? found.value.gitFolder : join(checkout, '.git');
};
