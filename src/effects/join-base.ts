// The base merged into the branch: the outcome is put into the copy, conflicts between markers. The commit with both parents is made once gates have passed.
import type { EffectFunction } from '../ports/effect.ts';
import { copiedFiles } from './copied-files.ts';

export const joinBase: EffectFunction<'join-base'> = async (ports, { hub, copy, base, head, label }, { thing }) => {
  const { git } = ports;
  const merged = await git.merge(hub, head, base);
  if (!merged.ok) return { kind: 'failed', failure: merged.failure };
  const restored = await git.restore(hub, copy, merged.value.tree, label, await copiedFiles(ports, thing.task));
  if (!restored.ok) return { kind: 'failed', failure: restored.failure };
  return { kind: 'done', output: merged.value };
};
