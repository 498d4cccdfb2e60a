// The copy made equal to a tree; what differed is kept in the hub first.
import type { EffectFunction } from '../ports/effect.ts';
import { copiedFiles } from './copied-files.ts';
import { mustHaveCopy } from './must-have-copy.ts';

export const restoreCopy: EffectFunction<'restore-copy'> = async (ports, { hub, copy, tree, label }, { thing }) => {
  const { git, files } = ports;
  const there = await mustHaveCopy(ports, copy);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const own = await copiedFiles(ports, thing.task);
  const restored = await git.restore(hub, copy, tree, label, own);
  if (hub.checkout !== copy) for (const path of own) await files.bringInside(hub.checkout, path, copy);
  return restored.ok ? { kind: 'done', output: restored.value } : { kind: 'failed', failure: restored.failure };
};
