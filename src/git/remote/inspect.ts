// The person's checkout, looked at and not touched: no lock taken, no index refreshed, no hook or monitor run.
import { join } from 'node:path';
import { ok, type Result } from '../../domain/error.ts';
import type { CheckoutState, LastCommit } from '../../ports/git.ts';
import { authorBy } from '../commit/author.ts';
import { personalEnv, withPins } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { decodeName, encodeName, splitZero } from '../process/path-names.ts';
import { lookUpRepository } from '../process/repository.ts';
import { explain, runGit, withoutCredentials } from '../process/run-git.ts';
import { localFilters } from '../process/settings.ts';
import { readSmall } from '../process/small-file.ts';
import { pushedTo, remoteOf } from './remote.ts';

export async function inspect(tools: Tools, checkout: string): Promise<Result<CheckoutState>> {
  const personal = personalEnv(await tools.person());
  const found = await lookUpRepository(personal, checkout, tools.settings);
  if (!found.ok) return found;
  const { root, gitFolder, shallow, objectFormat, settings } = found.value;
  const env = withPins(personal, localFilters(settings));
  const look = (argv: readonly string[]) => runGit({ argv, env, cwd: root });
  const listSpecial = async () => {
    const listed = await look(['ls-files', '-z', '--', ':(top,glob)**/.gitattributes', ':(top).gitmodules']);
    return listed.code === 0 ? splitZero(listed.stdout).map(decodeName) : null;
  };
  const [status, names, author] = await Promise.all([
    look([
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--untracked-files=all',
      '--ignore-submodules=dirty',
      '--no-renames',
    ]),
    tools.names(root, listSpecial),
    authorBy(personal, settings, root),
  ]);
  if (status.code !== 0 || status.timedOut) return explain(status, `look at ${root}`);
  const remote = remoteOf(settings, root);
  return ok({
    root,
    gitFolder,
    objectFormat,
    ...readStatus(status.stdout),
    remote: remote === null ? null : withoutCredentials(remote.url),
    ...(remote === null ? {} : { pushes: pushedTo(remote, settings) }),
    shallow,
    submodules: names.includes('.gitmodules'),
    lfs: await usesLfs(
      root,
      names.filter((name) => name !== '.gitmodules'),
    ),
    ...(author.ok ? {} : { author: false }),
  });
}

function readStatus(
  output: Buffer,
): Pick<CheckoutState, 'branch' | 'upstream' | 'head' | 'dirty' | 'ahead' | 'behind'> {
  const lines = splitZero(output).map(decodeName);
  const header = (name: string) =>
    lines.find((one) => one.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length) ?? null;
  const [branch, head] = [header('head'), header('oid')];
  const counts = /^\+(\d+) -(\d+)$/.exec(header('ab') ?? '');
  return {
    branch: branch === '(detached)' ? null : branch,
    upstream: header('upstream'),
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

async function usesLfs(root: string, attributes: readonly string[]): Promise<boolean> {
  for (const name of attributes) {
    const path = Buffer.concat([Buffer.from(join(root, '/')), encodeName(name)]);
    if ((await readSmall(path))?.includes('filter=lfs')) return true;
  }
  return false;
}

/** Null where there is none yet. */
export async function lastCommit(tools: Tools, checkout: string): Promise<LastCommit | null> {
  const argv = ['log', '-1', '--no-show-signature', '--format=%at%x00%an%x00%s'];
  const run = await runGit({ argv, env: personalEnv(await tools.person()), cwd: checkout });
  if (run.code !== 0) return null;
  const [at, author, subject] = run.stdout.toString('utf8').replace(/\n$/, '').split('\0');
  return { at: Number(at) * 1000, author: author ?? '', subject: subject ?? '' };
}
