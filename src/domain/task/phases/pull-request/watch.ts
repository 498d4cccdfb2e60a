// While its pull request is open: looks at it, rests, and does what a look led to.

import { defined } from '../../../defined.ts';
import { nothingReviewed, type Review, type Watch } from '../../../delivery/review.ts';
import { answerFor, pullRequestBody, shownThreads } from '../../../delivery/words.ts';
import { instant } from '../../../ids.ts';
import { noticesOf } from '../../../notice.ts';
import { choice } from '../../../question/choice.ts';
import { ask, trouble } from '../../ask.ts';
import { restoreCopy } from '../../copy-acts.ts';
import { advance, copyOf, known, learning, placeOf, type Step, type TaskDecision, type TaskView } from '../../moves.ts';
import { plainRun } from '../../run-step.ts';
import type { TaskState } from '../../task.ts';
import { trustFirst } from '../trust.ts';

export const reviewOf = (state: TaskState): Review => state.known.delivery.review ?? nothingReviewed;
export const withReview = (state: TaskState, review: Review): TaskState => learning(state, { delivery: { review } });

export const watching = (doing: Watch): Step<'watching'> => ({ kind: 'watching', doing });

/** Steps that touch the copy need the slot; all others give it back. */
export const needsCopy = ({ doing }: Step<'watching'>): boolean =>
  doing !== undefined && ['following', 'joining', 'renewing'].includes(doing.kind);

export function watch(view: TaskView, at: Step<'watching'>): TaskDecision {
  const { state } = view.thing;
  const doing: Watch = at.doing ?? { kind: 'looking' };
  const { hub, base } = placeOf(state);
  const copy = copyOf(state);
  switch (doing.kind) {
    case 'looking':
      return look(state);
    case 'resting':
      return rest(view, doing);
    case 'reading_log':
      return {
        kind: 'perform',
        effect: { name: 'read-check-log', input: { hub, check: doing.check } },
      };
    case 'fetching':
      return fetchAgain(view, doing);
    case 'following':
      return {
        kind: 'perform',
        effect: {
          name: 'follow-branch',
          input: {
            hub,
            copy: copy.path,
            branch: copy.branch,
            base: base.branch,
            known: state.known.delivery.head?.commit ?? null,
            ...(isUnpushed(state) ? { ours: known(state, 'delivery', 'commit') } : {}),
            label: `${view.thing.id}/followed-${state.runs}`,
          },
        },
      };
    case 'surveying':
      return {
        kind: 'perform',
        effect: { name: 'survey-base', input: { hub, wanted: base.branch } },
      };
    // What the base has gained is seen before it runs.
    case 'joining':
      return trustFirst(view) ?? join(view);
    case 'renewing':
      return trustFirst(view) ?? restoreCopy(view, base.tree, `renewed-${state.runs}`);
    case 'strangers':
      return askAboutStrangers(view, doing);
    case 'stuck':
      return askWhenStuck(view, doing);
    case 'gone':
      return askWhenGone(view, doing);
    case 'base_moved':
      return askAboutBase(view, doing);
    case 'updating':
      return update(view);
    case 'answering':
      return answer(state);
  }
}

/** Committed, and refused by the remote, for somebody was there first. */
export function isUnpushed({ known: { delivery } }: TaskState): boolean {
  const { commit, head } = delivery;
  return commit !== null && head !== undefined && commit !== head.commit;
}

const look = (state: TaskState): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'look-at-pull-request',
    input: {
      hub: placeOf(state).hub,
      branch: copyOf(state).branch,
      number: reviewOf(state).number,
      ...defined({ base: baseToFind(state) }),
    },
  },
});

/** That of a feature below goes when it is merged, and this one is led elsewhere then. */
function baseToFind(state: TaskState) {
  const { branch, commit, from } = placeOf(state).base;
  return from === 'remote' && state.known.delivery.stackedOn == null ? { branch, commit } : undefined;
}

/** Whoever asks for a look gets one at once, and so do words: they are done on top of what is there then. */
function rest(view: TaskView, { until }: Extract<Watch, { kind: 'resting' }>): TaskDecision {
  const { state } = view.thing;
  const news = view.notices.filter(
    ({ seq, kind }) => seq > state.heard && ['say', 'retry', 'look', 'resume'].includes(kind),
  );
  const last = news.at(-1);
  if (last === undefined && view.now < until)
    return {
      kind: 'wait',
      until: instant(until),
      on: `${state.known.delivery.pullRequest}: ${reviewOf(state).standing}`,
    };
  const said = noticesOf(news, 'say').map(({ body }) => body);
  const review = reviewOf(state);
  return advance({ ...state, heard: last?.seq ?? state.heard }, watching({ kind: 'looking' }), [], {
    delivery: {
      review: { ...review, words: [...(review.words ?? []), ...said] },
    },
  });
}

function fetchAgain(view: TaskView, { why }: Extract<Watch, { kind: 'fetching' }>): TaskDecision {
  const { state, spec } = view.thing;
  const run = plainRun(view, { kind: 'fetch', hub: placeOf(state).hub }, 10, 'the fetch');
  if (run.kind === 'under_way') return run.decision;
  switch (run.came.kind) {
    case 'cut':
      return advance(run.state, state.at);
    case 'done':
      return advance(run.state, watching(why.kind === 'moved' ? { kind: 'following' } : { kind: 'surveying', why }));
    case 'failed':
      return trouble(run.state, spec, 'unreachable', `The remote could not be fetched: ${run.came.why}`, state.at);
  }
}

function join({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  const { hub, base } = placeOf(state);
  const copy = copyOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'join-base',
      input: {
        hub,
        copy: copy.path,
        base: base.commit,
        head: state.known.delivery.head?.commit ?? known(state, 'delivery', 'commit'),
        label: `${thing.id}/joined-${state.runs}`,
      },
    },
  };
}

function askAboutStrangers(view: TaskView, { threads }: Extract<Watch, { kind: 'strangers' }>): TaskDecision {
  const { state, spec } = view.thing;
  return ask(
    state,
    spec,
    {
      kind: 'comments',
      text: `Strangers say this on ${state.known.delivery.pullRequest}. It is shown as it was written; take it up only where you want it yourself.\n\n${shownThreads(threads)}`,
      choices: [choice('take_up', 'take it up'), choice('ignore', 'ignore it'), choice('cancel', 'cancel the task')],
      binding: threads.flatMap(({ comments }) => comments.map(({ id }) => id)).join(' '),
      shown: { threads },
      auto: null,
    },
    state.at,
  );
}

function askWhenStuck(view: TaskView, doing: Extract<Watch, { kind: 'stuck' }>): TaskDecision {
  const { state, spec } = view.thing;
  return ask(
    state,
    spec,
    {
      kind: 'stuck',
      text: doing.text,
      choices: [
        choice('advice', 'here is advice', 'required'),
        choice('raise', 'try once more'),
        choice('leave', 'leave it to me, and only watch'),
        choice('code', 'I code in the copy; go on at test when I say so'),
        choice('abandon', 'give up; the pull request stays open'),
      ],
      binding: doing.id,
      shown: { error_code: 'CRITERION_BLOCKED', cause: doing.cause, pull_request: state.known.delivery.pullRequest },
      auto: null,
    },
    state.at,
  );
}

const askWhenGone = ({ thing: { state, spec } }: TaskView, asked: Extract<Watch, { kind: 'gone' }>): TaskDecision =>
  trouble(
    state,
    spec,
    'unreachable',
    `The branch ${asked.branch} is no longer on the remote, and ${state.known.delivery.pullRequest} is open. Somebody else removed it; it is not pushed again without you.`,
    watching({ kind: 'looking', asked }),
    [choice('push', 'push it again'), choice('leave', 'only watch')],
  );

function askAboutBase(
  { thing: { state, spec } }: TaskView,
  asked: Extract<Watch, { kind: 'base_moved' }>,
): TaskDecision {
  const { branch, commit } = placeOf(state).base;
  const { pullRequest } = state.known.delivery;
  const text = {
    gone: `The branch ${branch}, into which ${pullRequest} would go, is not on the remote any more: it was renamed or removed there.`,
    rewritten: `The branch ${branch} was rewritten on the remote since this began: it does not hold ${commit.slice(0, 8)} any more. What was taken out of it would come back with ${pullRequest}.`,
  }[asked.how];
  return trouble(state, spec, 'unreachable', text, watching({ kind: 'looking', asked }), [
    choice('as_is', 'go on all the same'),
  ]);
}

/** Criteria and gates as they are now; a text that a person changed on the forge is left to them. */
function update({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  const { number } = reviewOf(state);
  if (number === null) return advance(state, watching({ kind: 'looking' }));
  return {
    kind: 'perform',
    effect: {
      name: 'change-pull-request',
      input: {
        hub: placeOf(state).hub,
        number,
        body: state.known.delivery.body ?? pullRequestBody(thing),
        was: state.known.delivery.written ?? null,
      },
    },
  };
}

function answer(state: TaskState): TaskDecision {
  const review = reviewOf(state);
  const [owed] = review.owed;
  if (owed === undefined || review.number === null) return advance(state, watching({ kind: 'looking' }));
  return {
    kind: 'perform',
    effect: {
      name: 'reply-on-thread',
      input: {
        hub: placeOf(state).hub,
        number: review.number,
        thread: owed.thread,
        text: answerFor(
          owed.before === state.known.delivery.head?.commit ? null : (state.known.delivery.head?.commit ?? null),
        ),
      },
    },
  };
}
