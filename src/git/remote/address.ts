// Where a checkout's branches are pushed to, as git itself would go there, without credentials.
import { ok, type Result } from '../../domain/error.ts';
import { personalEnv } from '../process/environments.ts';
import type { Tools } from '../process/git.ts';
import { lookUpRepository } from '../process/repository.ts';
import { explain, runGit, withoutCredentials } from '../process/run-git.ts';
import { remoteOf } from './remote.ts';

/** null: it has no remote. */
export async function remoteAddress(tools: Tools, checkout: string): Promise<Result<string | null>> {
  const env = personalEnv(await tools.person());
  const found = await lookUpRepository(env, checkout, tools.settings);
  if (!found.ok) return found;
  const { root, settings } = found.value;
  const remote = remoteOf(settings, root);
  if (remote === null) return ok(null);
  const run = await runGit({ argv: ['remote', 'get-url', '--push', remote.name], cwd: root, env });
  if (run.code !== 0 || run.timedOut) return explain(run, 'read the address of the remote');
  return ok(withoutCredentials(run.stdout.toString('utf8').split('\n')[0] ?? ''));
}
