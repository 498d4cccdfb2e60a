// Pushing and taking back, as programs for the keeper: from the hub, to one branch, never by force.
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Program } from '../../domain/run/program.ts';
import { isBranchName } from '../../domain/text/is-branch-name.ts';
import { starPattern } from '../../domain/text/star-pattern.ts';
import type { Git, Hub } from '../../ports/git.ts';
import { protectedBranches } from '../hub/base.ts';
import { placeOf } from '../hub/stand-in.ts';
import { type Env, withPins } from '../process/environments.ts';
import { inHub } from '../process/git.ts';
import { transferMs } from './fetch.ts';
import { reach } from './remote.ts';

export async function push(
  hub: Hub,
  { commit, branch, protected: named, fresh = false, to }: Parameters<Git['push']>[1],
  env: Env,
): Promise<Result<Program>> {
  const allowed = await allow(hub, commit, branch, named);
  if (!allowed.ok) return allowed;
  // What lacks in the hub is seen here, where it can be brought back.
  const whole = await inHub(hub, `read ${commit}`, ['rev-list', '--objects', '--quiet', commit, '--not', '--remotes']);
  if (!whole.ok) return whole;
  // A lease on nothing: where the branch is there by now, it is somebody else's.
  const lease = fresh ? [`--force-with-lease=refs/heads/${branch}:`] : [];
  return transfer(hub, env, ['push', '--no-verify', ...lease, 'origin', `${commit}:refs/heads/${branch}`], to);
}

/** The lease makes it a refusal where somebody has pushed to the branch since. */
export async function unpush(hub: Hub, commit: string, branch: string, env: Env): Promise<Result<Program>> {
  const allowed = await allow(hub, commit, branch, []);
  const lease = `--force-with-lease=refs/heads/${branch}:${commit}`;
  return allowed.ok ? transfer(hub, env, ['push', '--no-verify', lease, 'origin', `:refs/heads/${branch}`]) : allowed;
}

/** Protected are those named (with `*` for any run of characters), and always the remote's default, `main` and `master`; large and small letters are one. */
async function allow(hub: Hub, commit: string, branch: string, named: readonly string[]): Promise<Result<void>> {
  if (!isBranchName(branch) || !/^[0-9a-f]{40,64}$/.test(commit))
    return fail('GIT_FAILED', `"${branch}" is not a branch that can be pushed.`);
  const patterns = [...named, ...(await protectedBranches(hub))];
  const found = patterns.find((pattern) => starPattern(pattern.replace(/^refs\/heads\//, ''), 'i').test(branch));
  if (found === undefined) return ok(undefined);
  return fail('PROTECTED_BRANCH', `The branch ${branch} is protected (${found}); Drover never pushes to it.`, {
    branch,
    pattern: found,
  });
}

/** `to`: where a person saw that it goes; absent: wherever the checkout says. */
async function transfer(hub: Hub, env: Env, argv: readonly string[], to?: string): Promise<Result<Program>> {
  const reached = await reach(env, await placeOf(hub), 'pushed');
  if (reached.remote === null) return fail('REMOTE_UNREACHABLE', 'The checkout has no remote to push to.');
  if (to !== undefined && reached.to !== to)
    return fail('REMOTE_CHANGED', `The checkout pushes to ${reached.to} now; when this began it was ${to}.`, {
      was: to,
      remote: reached.to,
    });
  return ok({
    argv: ['git', ...argv],
    cwd: hub.path,
    env: { ...withPins(reached.env, [['push.gpgSign', 'false']]), GIT_DIR: hub.path },
    io: { kind: 'pipe', stdin: 'empty' },
    deadlineMs: transferMs,
  });
}
