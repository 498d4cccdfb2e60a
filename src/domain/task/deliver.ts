// From a proven tree to a branch on the remote and a page that says why.

import type { Failure } from '../error.ts';
import type { Purpose } from '../run/run.ts';
import { commitMessage } from '../text/commit-message.ts';
import { pullRequestBody, titleOf } from '../text/pull-request.ts';
import { isUnchanged, parentsOf } from './further.ts';
import { advance, known, type Step, type TaskDecision, type TaskView } from './move.ts';
import { afterSubmit } from './onward.ts';
import { outcomeOf, release } from './outcome-of.ts';
import { type Came, plainRun } from './plain-run.ts';
import { askToSubmit } from './submission.ts';
import type { TaskState } from './task.ts';
import { baseOf } from './unstack.ts';

export function submit(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  if (spec.until === 'test' || known(state, 'base').from === 'local')
    return advance(
      state,
      release(
        outcomeOf(
          state,
          spec.until === 'test' ? 'stopped after the tests, as asked' : 'there is no remote to submit to',
        ),
        null,
      ),
    );
  if (isUnchanged(state)) return advance(state, afterSubmit(view.thing), [{ kind: 'nothing_changed' }]);
  return askToSubmit(view, state.at, leadOf(state));
}

export function commit({ thing, now }: TaskView): TaskDecision {
  const { state, spec } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'commit',
      input: {
        hub: known(state, 'hub'),
        tree: known(state, 'proven'),
        parent: known(state, 'base').commit,
        ...(state.known.head === undefined ? {} : { parents: parentsOf(state) }),
        definitions: known(state, 'gatePlan').definitions,
        message: commitMessage(
          spec,
          state.known.head === undefined ? state.known : null,
          further(state) ?? state.known.title ?? titleOf(spec),
          thing.id,
          spec.settings.pullRequest?.coAuthor,
        ),
        atSeconds: Math.floor(now / 1000),
        branch: known(state, 'copy').branch,
        override: state.known.override,
      },
    },
  };
}

/** After the first yes: what is added to what is open already. */
const leadOf = ({ known: { head, pullRequest, review, copy } }: TaskState): string | undefined =>
  head === undefined || pullRequest === null
    ? undefined
    : `Push this to ${copy?.branch}, which is open as ${pullRequest}: ${review?.cause ?? 'a further fix'}?`;

/** The first line of a commit that follows the first. */
const further = ({ known: { head, review } }: TaskState): string | null =>
  head === undefined ? null : (review?.cause ?? null);

export function push(view: TaskView, { fresh }: Step<'pushing'>): TaskDecision {
  const { state } = view.thing;
  if (fresh === undefined) return claimBranch(view);
  const wanted: Purpose = {
    kind: 'push',
    hub: known(state, 'hub'),
    commit: known(state, 'commit'),
    branch: known(state, 'copy').branch,
    protected: known(state, 'base').protected,
    fresh,
  };
  const run = plainRun(view, wanted, 10, 'the push');
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  if (came.kind !== 'failed') return advance(dealt, { kind: 'confirming_push' });
  if (state.known.head !== undefined && wasOvertaken(came.failure))
    return advance(dealt, { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'moved' } } });
  return advance(dealt, { kind: 'confirming_push', failed: notPushed('The branch', came) });
}

/** Whatever a push said, the remote may have taken it: it is looked at before a person is asked. */
export const notPushed = (what: string, { why, failure }: Extract<Came, { kind: 'failed' }>): Failure => ({
  ...(failure ?? { error_code: 'GIT_FAILED' }),
  message: `${what} could not be pushed: ${why}`,
});

/** What the remote has not got yet is noted as this task's own before it is made there. */
function claimBranch({ thing: { state } }: TaskView): TaskDecision {
  const input = { hub: known(state, 'hub'), branch: known(state, 'copy').branch, commit: known(state, 'commit') };
  return { kind: 'perform', effect: { name: 'claim-branch', input: { ...input, pushed: state.known.pushed } } };
}

/** Somebody else pushed to the branch meanwhile. */
const wasOvertaken = (failure: Failure | null): boolean =>
  failure?.error_code === 'PUSH_REJECTED' && ['fetch first', 'non-fast-forward'].includes(String(failure.details?.why));

export function confirmPush({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'confirm-push',
      input: { hub: known(state, 'hub'), branch: known(state, 'copy').branch, commit: known(state, 'commit') },
    },
  };
}

export function openPullRequest(view: TaskView): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'open-pull-request',
      input: {
        hub: known(state, 'hub'),
        title: state.known.title ?? titleOf(spec),
        body: state.known.body ?? pullRequestBody(thing),
        branch: known(state, 'copy').branch,
        base: baseOf(view),
        commit: known(state, 'commit'),
        tree: known(state, 'proven'),
        ...(spec.settings.pullRequest === undefined ? {} : { wish: spec.settings.pullRequest }),
        ...(state.at.kind === 'opening_pull_request' && state.at.as === 'page' ? { as: 'page' as const } : {}),
      },
    },
  };
}
