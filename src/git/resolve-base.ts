// Where a task starts: the branch asked for, else the remote's default as just fetched, else the checkout's own branch.
import { fail, ok, type Result } from '../domain/error.ts';
import type { Base, Hub } from '../ports/git.ts';
import { line, runInHub } from './tools.ts';

export async function resolveBase(hub: Hub, wanted: string | null): Promise<Result<Base>> {
  const refs = await refsUnder(hub, remotePrefix, checkoutPrefix);
  const remote = namesUnder(refs, remotePrefix);
  const local = namesUnder(refs, checkoutPrefix);
  const fallback = remoteDefault(refs);
  const protects = protectedBy(fallback);
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

export const remotePrefix = 'refs/remotes/origin/';
export const checkoutPrefix = 'refs/checkout/';

export type HubRef = {
  readonly name: string;
  readonly id: string;
  /** What it points to by name; null: it is no symbolic ref. */
  readonly symbolic: string | null;
};

/** In one look. */
export async function refsUnder(hub: Hub, ...prefixes: readonly string[]): Promise<readonly HubRef[]> {
  const run = await runInHub(hub, ['for-each-ref', '--format=%(refname)%00%(objectname)%00%(symref)', ...prefixes]);
  return line(run.stdout)
    .split('\n')
    .flatMap((text) => {
      const [name = '', id = '', symbolic = ''] = text.split('\0');
      return name === '' ? [] : [{ name, id, symbolic: symbolic === '' ? null : symbolic }];
    });
}

/** Short names of branches; `origin/HEAD` is none. */
export const namesUnder = (refs: readonly HubRef[], prefix: string): readonly string[] =>
  refs.flatMap(({ name, symbolic }) =>
    name.startsWith(prefix) && symbolic === null ? [name.slice(prefix.length)] : [],
  );

/** What the remote says, else the usual name where it says nothing, else its only branch. */
function remoteDefault(refs: readonly HubRef[]): string | null {
  const branches = namesUnder(refs, remotePrefix);
  const head = refs.find(({ name }) => name === `${remotePrefix}HEAD`)?.symbolic ?? null;
  const named = head?.slice(remotePrefix.length);
  const candidates = [named, 'main', 'master', branches.length === 1 ? branches[0] : undefined];
  return candidates.find((one) => one !== undefined && branches.includes(one)) ?? null;
}

/** Whatever the remote calls its default, `main` and `master`. */
export const protectedBranches = async (hub: Hub): Promise<readonly string[]> =>
  protectedBy(remoteDefault(await refsUnder(hub, remotePrefix)));

const protectedBy = (found: string | null): readonly string[] => [
  ...new Set([...(found === null ? [] : [found]), 'main', 'master']),
];
