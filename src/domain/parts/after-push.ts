// What a push that has ended leaves to be looked after.
import { defined } from '../defined.ts';
import type { AfterPush } from '../delivery/review.ts';
import type { Failure } from '../error.ts';
import type { PlainCame } from './place.ts';

/** Whatever a push said, the remote may have taken it, or lost it: it is looked at before a person is asked. */
export function afterPush(what: string, came: PlainCame, again: true | undefined): AfterPush {
  switch (came.kind) {
    case 'cut':
      return defined({ again });
    case 'done':
      return again ? { failed: pushedInVain } : { again: true };
    case 'failed':
      return {
        failed: {
          ...(came.failure ?? { error_code: 'GIT_FAILED' }),
          message: `${what} could not be pushed: ${came.why}`,
        },
      };
  }
}

const pushedInVain: Failure = {
  error_code: 'PUSH_REJECTED',
  message:
    'The push ended well twice, and the remote does not have the branch at that commit. Something there takes it away, or it is pushed to another place than it is read from.',
};

/** Where it is pushed next. */
export const pushAgain = ({ again }: AfterPush): Pick<AfterPush, 'again'> => defined({ again });
