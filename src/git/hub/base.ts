// Where a task starts: the branch asked for, else the remote's default as just fetched, else the checkout's own branch.
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { isId, line, runInHub } from '../process/git.ts';
import { readSmall } from '../process/small-file.ts';

export async function resolveBase(hub: Hub, wanted: string | null): Promise<Result<Base>> {
  const name = wanted?.replace(/^refs\/heads\/|^(refs\/remotes\/)?origin\//, '') ?? null;
  const found = await lookForBase(hub, name);
  const base = found === null ? await searchBase(hub, name) : ok(found);
  if (!base.ok || name === null || base.value.from !== 'local') return base;
  const holder = await defaultThatHolds(hub, base.value.commit);
  return holder === null
    ? base
    : fail(
        'BASE_UNKNOWN',
        `The branch ${name} is not at the remote, and ${holder} there holds all of it: it was renamed or removed there, or never pushed. Start from ${holder} (\`--base ${holder}\`, or \`base: ${holder}\` in the workspace's entry), or push ${name}.`,
        { branches: [holder] },
      );
}

/** What would be submitted to a branch that is gone goes nowhere. Null: there is work of its own, or no remote. */
async function defaultThatHolds(hub: Hub, commit: string): Promise<string | null> {
  const branch = remoteDefault(await refsUnder(hub, remotePrefix));
  if (branch === null) return null;
  const run = await runInHub(hub, ['merge-base', '--is-ancestor', commit, `${remotePrefix}${branch}`]);
  return run.code === 0 ? branch : null;
}

/** In one look at the few names that it usually has; null: all of them must be looked through. */
async function lookForBase(hub: Hub, wanted: string | null): Promise<Base | null> {
  const told = await readSmall(join(hub.path, `${remotePrefix}HEAD`));
  const named = told?.startsWith(`ref: ${remotePrefix}`) ? told.slice(`ref: ${remotePrefix}`.length, -1) : undefined;
  const usual = [named, ...usualNames].filter((each) => each !== undefined);
  const places = [
    ...[...usual, ...(wanted === null ? [] : [wanted])].map((branch) => ({ branch, from: 'remote' as const })),
    ...(wanted === null ? [] : [{ branch: wanted, from: 'local' as const }]),
  ];
  if (!places.every(({ branch }) => isBranchName(branch))) return null;
  const ids = await idsOf(
    hub,
    places.map(({ branch, from }) => `${prefixes[from]}${branch}`),
  );
  const there = places.flatMap((place, at) => ({ ...place, ...ids[at] }));
  const fallback = there.find(
    ({ branch, from, commit }) => from === 'remote' && commit !== undefined && usual.includes(branch),
  )?.branch;
  const base = there.find(({ branch, commit }) => commit !== undefined && branch === (wanted ?? fallback));
  if (fallback === undefined || base?.commit === undefined || base.tree === undefined) return null;
  const { branch, from, commit, tree } = base;
  return { commit, tree, branch, from, protected: protectedBy(fallback) };
}

type Ids = { readonly commit?: string; readonly tree?: string };

/** Of the commit that each of these refs is at. */
async function idsOf(hub: Hub, refs: readonly string[]): Promise<readonly Ids[]> {
  const input = Buffer.from(refs.flatMap((ref) => [`${ref}^{commit}\n`, `${ref}^{tree}\n`]).join(''));
  const run = await runInHub(hub, ['cat-file', '--batch-check=%(objectname)'], { input });
  const lines = line(run.stdout)
    .split('\n')
    .map((each) => (isId(each) ? each : undefined));
  return refs.map((_, at) => {
    const [commit, tree] = [lines[2 * at], lines[2 * at + 1]];
    return commit === undefined || tree === undefined ? {} : { commit, tree };
  });
}

async function searchBase(hub: Hub, wanted: string | null): Promise<Result<Base>> {
  const refs = await refsUnder(hub, remotePrefix, checkoutPrefix);
  const remote = namesUnder(refs, remotePrefix);
  const local = namesUnder(refs, checkoutPrefix);
  const fallback = remoteDefault(refs);
  const protects = protectedBy(fallback);
  const base = (branch: string, from: Base['from']) => describe(hub, branch, from, protects);
  if (wanted !== null) {
    if (remote.includes(wanted)) return base(wanted, 'remote');
    if (local.includes(wanted)) return base(wanted, 'local');
    return fail('BASE_UNKNOWN', `There is no branch ${wanted}, neither at the remote nor in the checkout.`, {
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
  const [{ commit, tree } = {}] = await idsOf(hub, [`${prefixes[from]}${branch}`]);
  if (commit === undefined || tree === undefined)
    return fail('BASE_UNKNOWN', `The branch ${branch} cannot be read from the hub.`);
  return ok({ commit, tree, branch, from, protected: protects });
}

export const remotePrefix = 'refs/remotes/origin/';
export const checkoutPrefix = 'refs/checkout/';

const prefixes: Readonly<Record<Base['from'], string>> = { remote: remotePrefix, local: checkoutPrefix };

/** Of a default branch, where the remote does not say. */
const usualNames = ['main', 'master'];

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
  const candidates = [named, ...usualNames, branches.length === 1 ? branches[0] : undefined];
  return candidates.find((one) => one !== undefined && branches.includes(one)) ?? null;
}

/** Whatever the remote calls its default, `main` and `master`. */
export const protectedBranches = async (hub: Hub): Promise<readonly string[]> =>
  protectedBy(remoteDefault(await refsUnder(hub, remotePrefix)));

const protectedBy = (found: string | null): readonly string[] => [
  ...new Set([...(found === null ? [] : [found]), ...usualNames]),
];
