// The step of a pull request that is open, and all that is to be said of it.
import { atWork, type StepRows } from '../../step-row.ts';
import { answers } from './answers.ts';
import { applied, notSeen } from './apply.ts';
import { unstack } from './unstack.ts';
import { needsCopy, watch } from './watch.ts';

export const pullRequestSteps: StepRows<'watching'> = {
  watching: {
    ...atWork,
    slot: (at) => (needsCopy(at) ? 'holds' : 'frees'),
    hears: 'all',
    fault: 'outside',
    decide: (view, at) => unstack(view, at) ?? watch(view, at),
    applied,
    answers,
    failed: ({ effect, state, failure, now }) =>
      effect.name === 'look-at-pull-request' ? notSeen(state, failure, now) : null,
  },
};
