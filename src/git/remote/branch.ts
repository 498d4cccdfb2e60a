// Asks the remote where a branch of ours is.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Hub } from '../../ports/git.ts';
import { placeOf } from '../hub/stand-in.ts';
import type { Env } from '../process/environments.ts';
import { runGit } from '../process/run-git.ts';
import { readTransfer } from './read-transfer.ts';
import { reach } from './remote.ts';

const deadlineMs = 30_000;

export async function remoteBranch(hub: Hub, branch: string, env: Env): Promise<Result<string | null>> {
  const reached = await reach(env, await placeOf(hub), 'pushed');
  if (reached.remote === null) return fail('REMOTE_UNREACHABLE', 'The checkout has no remote.');
  const ref = `refs/heads/${branch}`;
  const run = await runGit({
    argv: ['ls-remote', 'origin', ref],
    cwd: hub.path,
    env: { ...reached.env, GIT_DIR: hub.path },
    deadlineMs,
  });
  if (run.timedOut) return fail('REMOTE_UNREACHABLE', 'The remote did not answer within 30 seconds.');
  if (run.code === 0)
    return ok(
      run.stdout
        .toString('utf8')
        .split('\n')
        .find((one) => one.endsWith(`\t${ref}`))
        ?.split('\t')[0] ?? null,
    );
  const read = readTransfer('fetch', { kind: 'exited', code: run.code ?? 128 }, run.stderr);
  return read.ok ? ok(null) : fail('REMOTE_UNREACHABLE', read.failure.message, { ...read.failure.details });
}
