// The prompt of a turn as its agent gets it: one that takes over is told what was changed so far.
import { ok, type Result } from '../domain/error.ts';
import type { AgentPurpose, Run } from '../domain/run/run.ts';
import { changesSoFar } from '../domain/text/development-prompt.ts';
import type { EffectPorts } from '../ports/effect.ts';

const diffLimit = 64 * 1024;

/** The tree is looked at before anything of this turn runs: again it is the same. */
export async function handOver({ git }: EffectPorts, run: Run, purpose: AgentPurpose): Promise<Result<string>> {
  const { prompt, changesSince, hub, copy } = purpose;
  if (changesSince === undefined) return ok(prompt);
  const taken = await git.snapshot(hub, copy, changesSince, `${run.task}/handed-over-${run.id}`);
  if (!taken.ok) return taken;
  const diff = await git.diff(hub, changesSince, taken.value.tree, diffLimit);
  return diff.ok ? ok(`${prompt}\n\n${changesSoFar(diff.value)}`) : diff;
}
