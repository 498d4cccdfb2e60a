// Somebody else moved the branch: the copy is brought there, and what was in it otherwise is kept.
import type { EffectFunction } from '../ports/effect.ts';

export const followBranch: EffectFunction<'follow-branch'> = async (
  { git },
  { hub, copy, branch, base, known, label },
) => {
  const head = await git.fetchedBranch(hub, branch);
  if (!head.ok) return { kind: 'failed', failure: head.failure };
  if (head.value === null) return { kind: 'done', output: { head: null, base: null, rewritten: false, by: '' } };
  const { commit, tree, author } = head.value;
  const restored = await git.restore(hub, copy, tree, label);
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
    },
  };
};
