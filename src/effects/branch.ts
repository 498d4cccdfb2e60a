// Somebody else moved the branch: the copy is brought there, and what was in it otherwise is kept.
import type { EffectFunction } from '../ports/effect.ts';
import { leftOut } from './provision.ts';

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
  const restored = await git.restore(hub, copy, merged?.value.tree ?? tree, label, await leftOut(ports, thing.task));
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

// The base merged into the branch: the outcome is put into the copy, conflicts between markers. The commit with both parents is made once gates have passed.

export const joinBase: EffectFunction<'join-base'> = async (ports, { hub, copy, base, head, label }, { thing }) => {
  const { git } = ports;
  const common = await git.mergeBase(hub, head, base);
  if (!common.ok) return { kind: 'failed', failure: common.failure };
  const merged = await git.merge(hub, head, base);
  if (!merged.ok) return { kind: 'failed', failure: merged.failure };
  const restored = await git.restore(hub, copy, merged.value.tree, label, await leftOut(ports, thing.task));
  if (!restored.ok) return { kind: 'failed', failure: restored.failure };
  return { kind: 'done', output: { ...merged.value, contained: common.value?.commit === base } };
};

// What features made, put together in a scratch: a tree, or the first that does not fit.

export const mergeHeads: EffectFunction<'merge-heads'> = async ({ git }, { hub, base, heads, label }) => {
  const merged = await git.mergeAll(hub, base, heads, label);
  if (!merged.ok) return { kind: 'failed', failure: merged.failure };
  if (merged.value.kind === 'merged') return { kind: 'done', output: merged.value };
  const { at, files } = merged.value;
  return { kind: 'done', output: { kind: 'conflict', feature: heads[at]?.feature ?? '', files } };
};

// The base without what this task's merge brought into it.

export const revertMerge: EffectFunction<'revert-merge'> = async ({ git }, { hub, base, merged }, { thing }) => {
  if (merged === null) return { kind: 'done', output: null };
  const before = await git.beforeMerge(hub, merged, `Drover-Task: ${thing.id}`);
  if (!before.ok) return { kind: 'failed', failure: before.failure };
  if (before.value === null) return { kind: 'done', output: null };
  const taken = await git.takeBack(hub, base, before.value, merged);
  return taken.ok ? { kind: 'done', output: taken.value } : { kind: 'failed', failure: taken.failure };
};
