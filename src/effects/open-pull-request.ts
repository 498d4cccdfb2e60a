// Looks for a pull request of this head before it opens one.
import type { EffectFunction } from '../ports/effect.ts';

const diffLimit = 512 * 1024;

export const openPullRequest: EffectFunction<'open-pull-request'> = async ({ git, forge, store }, input, { thing }) => {
  const found = await forge.find(thing.task, input.branch);
  if (!found.ok) return { kind: 'failed', failure: found.failure };
  if (found.value !== null && found.value.state === 'open')
    return { kind: 'done', output: { address: found.value.address } };
  const diff = await git.diff(input.hub, input.base.tree, input.tree, diffLimit);
  if (!diff.ok) return { kind: 'failed', failure: diff.failure };
  const evidence = await store.read((reads) => reads.evidence(thing.task));
  const opened = await forge.open({
    task: thing.task,
    title: input.title,
    body: input.body,
    branch: input.branch,
    base: input.base.branch,
    commit: input.commit,
    diff: diff.value,
    evidence,
  });
  return opened.ok
    ? { kind: 'done', output: { address: opened.value.address } }
    : { kind: 'failed', failure: opened.failure };
};
