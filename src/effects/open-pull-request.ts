// Looks for a pull request of this head before it opens one, on the forge that the remote's address leads to.
import type { EffectFunction } from '../ports/effect.ts';
import { untilLater } from './until-later.ts';

const diffLimit = 512 * 1024;

export const openPullRequest: EffectFunction<'open-pull-request'> = async (
  { git, forges, store },
  input,
  { thing, fenced },
) => {
  const remote = input.as === 'page' ? ({ ok: true, value: null } as const) : await git.remoteAddress(input.hub);
  if (!remote.ok) return { kind: 'failed', failure: remote.failure };
  const forge = await forges.of(remote.value);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const diff = await git.diff(input.hub, input.base.tree, input.tree, diffLimit);
  if (!diff.ok) return { kind: 'failed', failure: diff.failure };
  const evidence = await store.read((reads) => reads.evidence(thing.task));
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const { draft = false, labels = [], reviewers = [] } = input.wish ?? {};
  const opened = await forge.value.open({
    ...{ task: thing.task, title: input.title, body: input.body, branch: input.branch },
    ...{ base: input.base.branch, commit: input.commit, draft, labels, reviewers },
    ...{ diff: diff.value, evidence },
  });
  if (!opened.ok) return untilLater(opened.failure) ?? { kind: 'failed', failure: opened.failure };
  const { address, notes } = opened.value;
  return { kind: 'done', output: notes.length === 0 ? { address } : { address, notes } };
};
