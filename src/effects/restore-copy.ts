// The copy made equal to a tree; what differed is kept in the hub first.
import type { EffectFunction } from '../ports/effect.ts';

export const restoreCopy: EffectFunction<'restore-copy'> = async ({ git }, { hub, copy, tree, label }) => {
  const restored = await git.restore(hub, copy, tree, label);
  return restored.ok ? { kind: 'done', output: restored.value } : { kind: 'failed', failure: restored.failure };
};
