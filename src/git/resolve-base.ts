// Where a task starts: the branch asked for, else the remote's default as just fetched, else the checkout's own branch.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { line, runInHub } from './tools.ts';

export async function resolveBase(hub: Hub, wanted: string | null): Promise<Result<Base>> {
  const remote = await branchesUnder(hub, 'refs/remotes/origin/');
  const local = await branchesUnder(hub, 'refs/checkout/');
  const fallback = await remoteDefault(hub, remote);
  const protects = await protectedBranches(hub);
  const base = (branch: string, from: Base['from']) => describe(hub, branch, from, protects);
  if (wanted !== null) {
    const name = wanted.replace(/^refs\/heads\/|^(refs\/remotes\/)?origin\//, '');
    if (remote.includes(name)) return base(name, 'remote');
    if (local.includes(name)) return base(name, 'local');
    return fail('BASE_UNKNOWN', `There is no branch ${name}, neither at the remote nor in the checkout.`, {
      branches: [...new Set([...remote, ...local])],
    });
  }
  if (fallback !== null) return base(fallback, 'remote');
  if (remote.length > 0)
    return fail('BASE_UNKNOWN', 'The remote names no default branch. Say which one to start from: --base BRANCH.', {
      branches: remote,
    });
  return ownBranch(hub, local, base);
}

async function ownBranch(
  hub: Hub,
  local: readonly string[],
  base: (branch: string, from: 'local') => Promise<Result<Base>>,
): Promise<Result<Base>> {
  const head = await runInHub(hub, ['symbolic-ref', '--quiet', 'refs/drover/head']);
  const branch = head.code === 0 ? line(head.stdout).replace('refs/checkout/', '') : null;
  if (branch !== null && local.includes(branch)) return base(branch, 'local');
  if (local.length === 0)
    return fail(
      'BASE_UNKNOWN',
      'The repository has no commit yet and no remote to start from. Make a first commit: git commit --allow-empty -m start.',
    );
  const what =
    branch === null ? 'The checkout is on no branch (detached head)' : `The branch ${branch} has no commit yet`;
  return fail(
    'BASE_UNKNOWN',
    `${what} and there is no remote. Say which branch to start from: --base BRANCH, or git switch -c NAME.`,
    { branches: local },
  );
}

async function describe(
  hub: Hub,
  branch: string,
  from: Base['from'],
  protects: readonly string[],
): Promise<Result<Base>> {
  const ref = from === 'remote' ? `refs/remotes/origin/${branch}` : `refs/checkout/${branch}`;
  const run = await runInHub(hub, ['log', '-1', '--format=%H%n%T', '--end-of-options', ref]);
  const [commit, tree] = line(run.stdout).split('\n');
  if (run.code !== 0 || commit === undefined || tree === undefined)
    return fail('BASE_UNKNOWN', `The branch ${branch} cannot be read from the hub.`);
  return ok({ commit, tree, branch, from, protected: protects });
}

/** Short names under a prefix; `origin/HEAD` is none. */
export async function branchesUnder(hub: Hub, prefix: string): Promise<readonly string[]> {
  const run = await runInHub(hub, ['for-each-ref', '--format=%(refname)%00%(symref)', prefix]);
  const refs = line(run.stdout)
    .split('\n')
    .map((one) => one.split('\0'));
  return refs.flatMap(([name = '', symref = '']) =>
    name.startsWith(prefix) && symref === '' ? [name.slice(prefix.length)] : [],
  );
}

/** What the remote says, else the usual name where it says nothing, else its only branch. */
async function remoteDefault(hub: Hub, branches: readonly string[]): Promise<string | null> {
  const head = await runInHub(hub, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const named = head.code === 0 ? line(head.stdout).slice('refs/remotes/origin/'.length) : null;
  const candidates = [named, 'main', 'master', branches.length === 1 ? branches[0] : null];
  return candidates.find((one) => one !== null && one !== undefined && branches.includes(one)) ?? null;
}

/** Whatever the remote calls its default, `main` and `master`. */
export async function protectedBranches(hub: Hub): Promise<readonly string[]> {
  const found = await remoteDefault(hub, await branchesUnder(hub, 'refs/remotes/origin/'));
  return [...new Set([...(found === null ? [] : [found]), 'main', 'master'])];
}
