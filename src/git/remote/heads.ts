// Asks the remote which branches it has, and which of them is its default: as they are now, and not as they were fetched.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { RemoteHeads } from '../../ports/git.ts';
import type { Env } from '../process/environments.ts';
import { runGit } from '../process/run-git.ts';
import { readTransfer } from './read-transfer.ts';
import { reach } from './remote.ts';

const deadlineMs = 15_000;
const heads = 'refs/heads/';

/** Outside of any repository: what the checkout says of reaching its remote travels in the environment. */
export async function remoteHeads(checkout: string, env: Env): Promise<Result<RemoteHeads | null>> {
  const reached = await reach(env, checkout, 'fetched');
  if (reached.remote === null) return ok(null);
  const run = await runGit({
    argv: ['ls-remote', '--symref', 'origin', 'HEAD', `${heads}*`],
    cwd: '/',
    env: { ...reached.env, GIT_DIR: '/dev/null' },
    deadlineMs,
  });
  if (run.timedOut) return fail('REMOTE_UNREACHABLE', 'The remote did not answer within 15 seconds.');
  if (run.code !== 0) {
    const read = readTransfer('fetch', { kind: 'exited', code: run.code ?? 128 }, run.stderr);
    return fail('REMOTE_UNREACHABLE', read.ok ? 'The remote did not answer.' : read.failure.message);
  }
  const lines = run.stdout.toString('utf8').split('\n');
  const [, named = null] = lines.map((line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)).find(Boolean) ?? [];
  const branches = lines.flatMap((line) => {
    const ref = line.split('\t')[1] ?? '';
    return ref.startsWith(heads) ? [ref.slice(heads.length)] : [];
  });
  return ok({ default: named, branches });
}
