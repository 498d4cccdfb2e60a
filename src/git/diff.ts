// The unified diff between two trees, cut at a limit.
import { ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { plainDiff } from './changes.ts';
import { explain } from './failure.ts';
import { runInHub } from './tools.ts';

/** At most `limit` bytes of diff, whole lines; then one line that says it was cut. */
export async function diff(hub: Hub, from: string, to: string, limit: number): Promise<Result<string>> {
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  const run = await runInHub(hub, ['diff-tree', '-p', ...plainDiff, ...prefixes, '--end-of-options', from, to], {
    limit,
  });
  if (run.timedOut || (run.code !== 0 && !run.cut)) return explain(run, 'compare trees');
  if (!run.cut) return ok(run.stdout.toString('utf8'));
  const whole = run.stdout.subarray(0, run.stdout.lastIndexOf(10) + 1).toString('utf8');
  return ok(`${whole}... the diff is cut here: it is longer than ${limit} bytes\n`);
}
