// Asks the remote where a branch of ours is, and whether a base is what it was.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { BaseAtRemote } from '../../domain/place/hub.ts';
import type { Base, Hub } from '../../ports/git.ts';
import { placeOf } from '../hub/stand-in.ts';
import type { Env } from '../process/environments.ts';
import { runInHub } from '../process/git.ts';
import { explain, runGit } from '../process/run-git.ts';
import { readTransfer } from './read-transfer.ts';
import { type Reach, reach } from './remote.ts';

const deadlineMs = 30_000;

export async function remoteBranch(hub: Hub, branch: string, env: Env): Promise<Result<string | null>> {
  return askFor(hub, branch, await reach(env, await placeOf(hub), 'pushed'));
}

async function askFor(hub: Hub, branch: string, reached: Reach): Promise<Result<string | null>> {
  const ref = `refs/heads/${branch}`;
  const read = await ask(hub, reached, ['ls-remote', 'origin', ref]);
  if (!read.ok) return read;
  const lines = read.value.split('\n');
  return ok(lines.find((one) => one.endsWith(`\t${ref}`))?.split('\t')[0] ?? null);
}

async function ask(hub: Hub, { remote, env }: Reach, argv: readonly string[]): Promise<Result<string>> {
  if (remote === null) return fail('REMOTE_UNREACHABLE', 'The checkout has no remote.');
  const run = await runGit({ argv, cwd: hub.path, env: { ...env, GIT_DIR: hub.path }, deadlineMs });
  if (run.timedOut) return fail('REMOTE_UNREACHABLE', 'The remote did not answer within 30 seconds.');
  if (run.code === 0) return ok(run.stdout.toString('utf8'));
  const read = readTransfer('fetch', { kind: 'exited', code: run.code ?? 128 }, run.stderr);
  return read.ok ? ok('') : fail('REMOTE_UNREACHABLE', read.failure.message, { ...read.failure.details });
}

/** What the hub does not have of it is fetched under no name. */
export async function baseAtRemote(
  hub: Hub,
  { branch, commit }: Pick<Base, 'branch' | 'commit'>,
  env: Env,
): Promise<Result<BaseAtRemote>> {
  const reached = await reach(env, await placeOf(hub), 'fetched');
  const at = await askFor(hub, branch, reached);
  if (!at.ok) return at;
  if (at.value === null) return ok('gone');
  const known = await runInHub(hub, ['cat-file', '-e', `${at.value}^{commit}`]);
  const quietly = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--refmap='];
  const got =
    known.code === 0 ? ok('') : await ask(hub, reached, ['fetch', ...quietly, 'origin', `refs/heads/${branch}`]);
  if (!got.ok) return got;
  const held = await runInHub(hub, ['merge-base', '--is-ancestor', commit, at.value]);
  return held.code === 0 || held.code === 1
    ? ok(held.code === 0 ? 'there' : 'rewritten')
    : explain(held, `compare ${branch} with what is at the remote`);
}
