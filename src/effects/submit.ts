// One commit made from the intent: the tree as gated, the person's author and signing. The same intent gives the same id.
import { defined } from '../domain/defined.ts';
import { screenshotsOf, withScreenshots } from '../domain/delivery/with-screenshots.ts';
import { judgeEvidence } from '../domain/evidence/judge-evidence.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { untilLater } from './pull-request.ts';

export const commit: EffectFunction<'commit'> = async ({ git, store, files }, input, { thing, now }) => {
  const chain = await store.read((reads) => reads.evidence(thing.task));
  const judged = judgeEvidence(chain, { base: input.parent, tree: input.tree, definitions: input.definitions });
  if (!judged.ok && input.override === null) return { kind: 'failed', failure: judged.failure };
  const made = await git.commit(input.hub, {
    tree: input.tree,
    parent: input.parent,
    ...defined({ parents: input.parents }),
    message: input.message,
    atSeconds: input.atSeconds,
  });
  if (!made.ok) return { kind: 'failed', failure: made.failure };
  if (!judged.ok)
    await store.transact((tx) =>
      tx.say(thing.id, thing.task, now, [
        { kind: 'evidence_overridden', data: { by: input.override, why: judged.failure.message } },
      ]),
    );
  const isGone = !(await files.there(input.hub.checkout));
  return { kind: 'done', output: { ...made.value, ...(isGone && { gone: input.hub.checkout }) } };
};

// Where there is nothing to push to: the same commit, as a branch of the person's own repository. What proves it is in the outcome; nothing is published by it.
export const leaveBranch: EffectFunction<'leave-branch'> = async ({ git }, input) => {
  const { hub, tree, message, atSeconds, branch, before } = input;
  const made = await git.commit(hub, { tree, parent: before ?? input.parent, message, atSeconds });
  if (!made.ok) return { kind: 'failed', failure: made.failure };
  const { commit } = made.value;
  const left = await git.leaveBranch(hub, commit, branch, before);
  return { kind: 'done', output: { commit, why: left.ok ? null : left.failure.message } };
};

// Asks the remote whether the branch is there, whatever the push said.

export const confirmPush: EffectFunction<'confirm-push'> = async (
  { git, person, store },
  { hub, branch, commit },
  { thing },
) => {
  const at = await git.remoteBranch(hub, branch, person.env());
  if (!at.ok) return { kind: 'failed', failure: at.failure };
  const there = at.value === commit;
  if (there)
    await store.transact(async (tx) => {
      const lease = await tx.lease(thing.task);
      if (lease !== null) await tx.changeLease(thing.task, lease.fence, { pushedToRemote: true });
    });
  return { kind: 'done', output: { there, at: at.value } };
};

// Looks for a pull request of this head before it opens one, on the forge that the remote's address leads to.

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
  const { evidence, screenshots } = await store.read(async (reads) => ({
    evidence: await reads.evidence(thing.task),
    screenshots: screenshotsOf(await reads.things({ kind: 'run', task: thing.task, ended: true })),
  }));
  const body = withScreenshots(input.body, screenshots);
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const { draft = false, labels = [], reviewers = [] } = input.wish ?? {};
  const opened = await forge.value.open({
    task: thing.task,
    title: input.title,
    body,
    branch: input.branch,
    base: input.base.branch,
    commit: input.commit,
    draft,
    labels,
    reviewers,
    diff: diff.value,
    evidence,
  });
  if (!opened.ok) return untilLater(opened.failure) ?? { kind: 'failed', failure: opened.failure };
  const { address, notes } = opened.value;
  return {
    kind: 'done',
    output: { address, ...(notes.length > 0 && { notes }), ...(body !== input.body && { body }) },
  };
};
