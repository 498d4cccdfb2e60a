// From a yes to a branch on the remote and a page that says why.

import type { Applied } from '../../../decision.ts';
import { defined } from '../../../defined.ts';
import { commitMessage } from '../../../delivery/commit-message.ts';
import { pullRequestBody, titleOf } from '../../../delivery/words.ts';
import { type Failure, fail } from '../../../error.ts';
import type { Said } from '../../../fact/fact.ts';
import { afterPush, pushAgain } from '../../../parts/after-push.ts';
import type { Base } from '../../../place/hub.ts';
import { choice } from '../../../question/choice.ts';
import type { Choice } from '../../../question/question.ts';
import type { Purpose } from '../../../run/run.ts';
import { isBranchName } from '../../../text/is-branch-name.ts';
import { switchBranch, switched } from '../../copy-acts.ts';
import { endUndone, outcomeOf, release } from '../../judge-outcome.ts';
import {
  advance,
  copyOf,
  go,
  known,
  learning,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
} from '../../moves.ts';
import { afterSubmit } from '../../next-phase.ts';
import { plainRun } from '../../run-step.ts';
import { atWork, type Done, type Given, type StepRows } from '../../step-row.ts';
import type { Task, TaskState, TaskStep } from '../../task.ts';
import { openedNow, parentsOf, pushedNow } from '../pull-request/follow-up.ts';
import { baseOf } from '../pull-request/unstack.ts';

function commit({ thing, now }: TaskView): TaskDecision {
  const { state } = thing;
  const { hub, base, gatePlan } = placeOf(state);
  const copy = copyOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'commit',
      input: {
        hub,
        tree: known(state, 'work', 'proven'),
        parent: base.commit,
        ...(state.known.delivery.head === undefined ? {} : { parents: parentsOf(state) }),
        definitions: gatePlan.definitions,
        message: messageOf(thing),
        atSeconds: Math.floor(now / 1000),
        branch: copy.branch,
        override: state.known.delivery.override,
      },
    },
  };
}

export const messageOf = ({ spec, state, id }: Task): string =>
  commitMessage(
    spec,
    state.known.delivery.head === undefined ? state.known.work : null,
    further(state) ?? state.known.delivery.title ?? titleOf(spec),
    id,
    spec.settings.pullRequest?.coAuthor,
  );

/** The first line of a commit that follows the first. */
const further = ({ known: { delivery } }: TaskState): string | null =>
  delivery.head === undefined ? null : (delivery.review?.cause ?? null);

function push(view: TaskView, { fresh, again }: Step<'pushing'>): TaskDecision {
  const { state } = view.thing;
  if (fresh === undefined) return claimBranch(view);
  const { hub, base } = placeOf(state);
  const copy = copyOf(state);
  const wanted: Purpose = {
    kind: 'push',
    hub,
    commit: known(state, 'delivery', 'commit'),
    branch: copy.branch,
    protected: base.protected,
    fresh,
    ...defined({ to: state.known.place.pushes }),
  };
  const run = plainRun(view, wanted, 10, 'the push');
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  if (state.known.delivery.head !== undefined && came.kind === 'failed' && wasOvertaken(came.failure))
    return advance(dealt, { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'moved' } } });
  return advance(dealt, { kind: 'confirming_push', ...afterPush('The branch', came, again) });
}

/** What the remote has not got yet is noted as this task's own before it is made there. */
function claimBranch(view: TaskView): TaskDecision {
  const { state } = view.thing;
  const input = { hub: placeOf(state).hub, branch: copyOf(state).branch, commit: known(state, 'delivery', 'commit') };
  return {
    kind: 'perform',
    effect: {
      name: 'claim-branch',
      input: { ...input, pushed: state.known.delivery.pushed, ...defined({ base: baseToFind(view) }) },
    },
  };
}

/** Before anything of it is there: what a person has taken out of the base meanwhile is not to come back by a pull request. One that was led elsewhere was merged. */
function baseToFind(view: TaskView): Pick<Base, 'branch' | 'commit'> | undefined {
  const { delivery } = view.thing.state.known;
  const { branch, commit, from } = placeOf(view.thing.state).base;
  const isFirst = !delivery.pushed && delivery.head === undefined && baseOf(view).branch === branch;
  return from === 'remote' && isFirst && delivery.baseAsIs !== commit ? { branch, commit } : undefined;
}

function claimed({ state, at, output: { fresh, base: how } }: Done<'pushing', 'claim-branch'>): Applied<TaskState> {
  if (how === undefined) return go(state, { ...at, fresh });
  const { branch, commit } = placeOf(state).base;
  const { failure } = fail('BASE_UNKNOWN', sayBase[how](branch, commit.slice(0, 8)), { base: branch });
  return go(state, { kind: 'troubled', failure, back: at });
}

const sayBase = {
  gone: (branch: string) =>
    `The branch ${branch}, from which this began, is not on the remote any more: it was renamed or removed there. A pull request would have nowhere to go.`,
  rewritten: (branch: string, commit: string) =>
    `The branch ${branch} was rewritten on the remote since this began: it does not hold ${commit} any more. What was taken out of it would come back with this.`,
};

const asIs = ({ thing: { state } }: TaskView, back: TaskStep): TaskDecision =>
  advance(state, back, [], { delivery: { baseAsIs: placeOf(state).base.commit } });

/** Somebody else pushed to the branch meanwhile. */
const wasOvertaken = (failure: Failure | null): boolean =>
  failure?.error_code === 'PUSH_REJECTED' && ['fetch first', 'non-fast-forward'].includes(String(failure.details?.why));

function confirmPush({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'confirm-push',
      input: { hub: placeOf(state).hub, branch: copyOf(state).branch, commit: known(state, 'delivery', 'commit') },
    },
  };
}

function openPullRequest(view: TaskView): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'open-pull-request',
      input: {
        hub: placeOf(state).hub,
        title: state.known.delivery.title ?? titleOf(spec),
        body: state.known.delivery.body ?? pullRequestBody(thing),
        branch: copyOf(state).branch,
        base: baseOf(view),
        commit: known(state, 'delivery', 'commit'),
        tree: known(state, 'work', 'proven'),
        ...defined({ wish: spec.settings.pullRequest }),
        ...(state.at.kind === 'opening_pull_request' && state.at.as === 'page' ? { as: 'page' as const } : {}),
      },
    },
  };
}

function committed({ thing: { spec }, state, output }: Done<'committing', 'commit'>): Applied<TaskState> {
  const { commit: made, gone } = output;
  const said: readonly Said[] = [
    { kind: 'committed', data: { commit: made } },
    ...(gone === undefined
      ? []
      : [{ kind: 'checkout_gone', data: { path: gone, workspace: spec.settings.workspace.name } } satisfies Said]),
  ];
  return go(state, { kind: 'pushing' }, said, { delivery: { commit: made } });
}

function lookedForPush({ state, at, output }: Done<'confirming_push', 'confirm-push'>): Applied<TaskState> {
  if (!output.there) return notThere(state, at) ?? go(state, { kind: 'pushing', ...pushAgain(at) });
  return go(
    state,
    { kind: 'opening_pull_request' },
    [{ kind: 'pushed', data: { branch: copyOf(state).branch, commit: state.known.delivery.commit } }],
    { delivery: pushedNow(state) },
  );
}

/** The push failed, and the remote does not have it, as far as can be known. */
const notThere = (state: TaskState, { failed }: Step<'confirming_push'>): Applied<TaskState> | null =>
  failed === undefined
    ? null
    : go(state, { kind: 'troubled', failure: failed, back: { kind: 'confirming_push', ...elsewhereBy(failed) } });

const elsewhereBy = ({ error_code, details }: Failure): Pick<Step<'confirming_push'>, 'elsewhere'> =>
  error_code === 'REMOTE_CHANGED' ? { elsewhere: String(details?.remote) } : {};

/** It goes to the one that was shown: where it is another again by then, that is asked too. */
const there = ({ thing: { state } }: TaskView, back: TaskStep): TaskDecision =>
  advance(state, { kind: 'pushing' }, [], {
    place: defined({ pushes: back.kind === 'confirming_push' ? back.elsewhere : undefined }),
  });

function pullRequestOpened({
  thing,
  state,
  input,
  output,
}: Done<'opening_pull_request', 'open-pull-request'>): Applied<TaskState> {
  const next = learning(state, { delivery: openedNow(state, output, input) });
  const { body: _, ...data } = output;
  return go(next, afterSubmit({ ...thing, state: next }), [{ kind: 'pull_request_opened', data }]);
}

// A name that the remote does not take, or that is protected, is a person's to change: while nothing of it is there, and where the branch is not one of theirs.

/** `USAGE`: what was written in its place is no name. */
const mayBeItsName: readonly Failure['error_code'][] = ['PUSH_REJECTED', 'PROTECTED_BRANCH', 'USAGE'];

const rename = choice('rename', 'push it as another branch, whose name you write', 'required');

const otherName = ({ spec, state }: Task): readonly Choice[] => {
  const { pushed, head } = state.known.delivery;
  const own = spec.pull === undefined && spec.settings.workspace.isolation === 'clone';
  return own && !pushed && head === undefined ? [rename] : [];
};

function renamed({ thing: { state } }: TaskView, back: TaskStep, { words }: Given): TaskDecision {
  const branch = (words ?? '').trim();
  const was = copyOf(state).branch;
  if (isBranchName(branch) && branch !== was) return advance(state, { kind: 'renaming_branch', branch });
  const message =
    branch === was
      ? `${branch} is the name that was refused.`
      : `"${branch}" is not a name that git takes for a branch.`;
  return advance(state, { kind: 'troubled', failure: { error_code: 'USAGE', message }, back });
}

/** What has left cannot be called back: it comes to its end first. */
export const leaving = { ...atWork, handover: 'later' } as const;

/** What was submitted before stays; it does not speak for what came after it. */
function without({ thing }: TaskView, back: TaskStep): TaskDecision {
  const { state } = thing;
  const { pullRequest } = state.known.delivery;
  return advance(
    state,
    pullRequest === null
      ? release(outcomeOf(thing, 'not submitted'), back)
      : endUndone(
          `the last change is not submitted; what was submitted before stays: ${pullRequest}`,
          thing,
          'not_verified',
          back,
        ),
  );
}

export const publishSteps: StepRows<
  'committing' | 'pushing' | 'confirming_push' | 'renaming_branch' | 'opening_pull_request'
> = {
  committing: {
    ...leaving,
    phase: 'submit',
    says: 'commits',
    hubAnew: 'checking',
    hostAnew: 'itself',
    decide: commit,
    applied: { commit: committed },
  },
  pushing: {
    ...leaving,
    phase: 'submit',
    hubAnew: 'checking',
    says: 'pushes the branch',
    fault: 'outside',
    decide: push,
    applied: { 'claim-branch': claimed },
    waysAround: (_, __, { error_code }) => [
      ...(error_code === 'BASE_UNKNOWN' ? [choice('as_is', 'push it all the same')] : []),
      choice('without', 'end without submitting'),
    ],
    answers: { without, as_is: asIs },
  },
  confirming_push: {
    ...leaving,
    phase: 'submit',
    says: 'pushes the branch',
    fault: 'outside',
    decide: confirmPush,
    applied: { 'confirm-push': lookedForPush },
    failed: ({ state, at }) => notThere(state, at),
    waysAround: (thing, _, { error_code }) => [
      ...(error_code === 'REMOTE_CHANGED' ? [choice('there', 'push to the one that it is now')] : []),
      ...(mayBeItsName.includes(error_code) ? otherName(thing) : []),
      choice('without', 'end without submitting'),
    ],
    answers: { without, there, rename: renamed },
  },
  renaming_branch: {
    ...leaving,
    phase: 'submit',
    hubAnew: 'checking',
    says: (_, { branch }) => `goes on under ${branch}`,
    fault: 'outside',
    decide: (view, { branch }) => switchBranch(view, branch),
    applied: { 'switch-branch': ({ state, output: { branch } }) => switched(state, branch, { kind: 'pushing' }) },
    waysAround: (thing) => [...otherName(thing), choice('without', 'end without submitting')],
    answers: { without, rename: renamed },
  },
  opening_pull_request: {
    ...leaving,
    phase: 'submit',
    says: 'opens the pull request',
    fault: 'outside',
    decide: openPullRequest,
    applied: { 'open-pull-request': pullRequestOpened },
    waysAround: () => [
      choice('page', 'leave it at the branch, and write a page instead'),
      choice('without', 'leave it at the branch, without a pull request'),
    ],
    answers: {
      without,
      page: ({ thing: { state } }) => advance(state, { kind: 'opening_pull_request', as: 'page' }),
    },
  },
};
