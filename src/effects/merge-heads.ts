// What features made, put together in a scratch: a tree, or the first that does not fit.
import type { EffectFunction } from '../ports/effect.ts';

export const mergeHeads: EffectFunction<'merge-heads'> = async ({ git }, { hub, base, heads, label }) => {
  const merged = await git.mergeAll(hub, base, heads, label);
  if (!merged.ok) return { kind: 'failed', failure: merged.failure };
  if (merged.value.kind === 'merged') return { kind: 'done', output: merged.value };
  const { at, files } = merged.value;
  return { kind: 'done', output: { kind: 'conflict', feature: heads[at]?.feature ?? '', files } };
};
