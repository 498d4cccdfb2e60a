// Somebody else moved the branch: the copy is brought there, and what was in it otherwise is kept.
import type { EffectFunction } from '../ports/effect.ts';
import { copiedFiles } from './copied-files.ts';

export const followBranch: EffectFunction<'follow-branch'> = async (
  ports,
  { hub, copy, branch, base, known, label, ours },
  { thing },
) => {
  const { git } = ports;
  const head = await git.fetchedBranch(hub, branch);
  if (!head.ok) return { kind: 'failed', failure: head.failure };
  if (head.value === null) return { kind: 'done', output: { head: null, base: null, rewritten: false, by: '' } };
  const { commit, tree, author } = head.value;
  const merged = ours === undefined ? null : await git.merge(hub, commit, ours);
  if (merged !== null && !merged.ok) return { kind: 'failed', failure: merged.failure };
  const restored = await git.restore(
    hub,
    copy,
    merged?.value.tree ?? tree,
    label,
    await copiedFiles(ports, thing.task),
  );
  if (!restored.ok) return { kind: 'failed', failure: restored.failure };
  const common = known === null ? null : await git.mergeBase(hub, known, commit);
  const tip = await git.fetchedBranch(hub, base);
  const parting = tip.ok && tip.value !== null ? await git.mergeBase(hub, tip.value.commit, commit) : null;
  const from = parting?.ok === true ? parting.value : null;
  return {
    kind: 'done',
    output: {
      head: { commit, tree },
      base: from === null ? null : { commit: from.commit, tree: from.tree },
      rewritten: common === null || !common.ok || common.value?.commit !== known,
      by: author,
      ...(merged === null ? {} : { joined: merged.value }),
    },
  };
};
