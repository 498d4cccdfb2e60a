// The base without what this task's merge brought into it.
import type { EffectFunction } from '../ports/effect.ts';

export const revertMerge: EffectFunction<'revert-merge'> = async ({ git }, { hub, base, merged }, { thing }) => {
  if (merged === null) return { kind: 'done', output: null };
  const before = await git.beforeMerge(hub, merged, `Drover-Task: ${thing.id}`);
  if (!before.ok) return { kind: 'failed', failure: before.failure };
  if (before.value === null) return { kind: 'done', output: null };
  const taken = await git.takeBack(hub, base, before.value, merged);
  return taken.ok ? { kind: 'done', output: taken.value } : { kind: 'failed', failure: taken.failure };
};
