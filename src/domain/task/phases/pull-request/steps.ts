// The step of a pull request that is open, and all that is to be said of it.
import type { Step } from '../../moves.ts';
import { atWork, type StepRows, type TaskSeen } from '../../step-row.ts';
import { answers } from './answers.ts';
import { applied, notSeen } from './apply.ts';
import { unstack } from './unstack.ts';
import { needsCopy, watch } from './watch.ts';

/** `watches the pull request: 2 of 3 checks passed` while it rests. */
function sayWatching({ task }: TaskSeen, { doing }: Step<'watching'>): string {
  switch (doing?.kind) {
    case 'resting':
      return `watches the pull request: ${task.state.known.delivery.review?.standing ?? ''}`;
    case 'updating':
    case 'answering':
      return 'answers on the pull request';
    case 'fetching':
    case 'following':
    case 'surveying':
    case 'joining':
    case 'renewing':
      return 'brings the branch up to date';
    default:
      return 'looks at the pull request';
  }
}

export const pullRequestSteps: StepRows<'watching'> = {
  watching: {
    ...atWork,
    waits: 'retry',
    phase: 'review',
    says: sayWatching,
    slot: (at) => (needsCopy(at) ? 'holds' : 'frees'),
    hears: 'all',
    fault: 'outside',
    decide: (view, at) => unstack(view, at) ?? watch(view, at),
    applied,
    answers,
    broughtForward: (at, earlier) =>
      at.doing?.kind === 'resting' ? { ...at, doing: { ...at.doing, until: earlier(at.doing.until) } } : null,
    failed: ({ effect, state, failure, now }) =>
      effect.name === 'look-at-pull-request' ? notSeen(state, failure, now) : null,
  },
};
