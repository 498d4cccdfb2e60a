// Where the answers lead that a person gives about a pull request.

import type { Review, Watch } from '../../../delivery/review.ts';
import { advance, type TaskDecision } from '../../moves.ts';
import type { Answered } from '../../step-row.ts';
import type { TaskState } from '../../task.ts';
import { trustAnswers, trusted } from '../trust.ts';
import { takeUpComments } from './apply.ts';
import { takeUp } from './follow-up.ts';
import { baseKey, goneKey } from './judge.ts';
import { reviewOf, watching, withReview } from './watch.ts';

type Answer = Answered<'watching'>;

const setAsideStrangers: Answer = ({ thing: { state } }, { doing }) =>
  lookAgain(doing?.kind === 'strangers' ? setAside(state, idsOf(doing)) : state);

const takeUpStrangers: Answer = ({ thing }, { doing }) =>
  doing?.kind === 'strangers'
    ? { kind: 'advance', ...takeUpComments(thing, doing.threads, [], true) }
    : lookAgain(thing.state);

const idsOf = ({ threads }: Extract<Watch, { kind: 'strangers' }>): readonly string[] =>
  threads.flatMap(({ comments }) => comments.map(({ id }) => id));

const askedOf = ({ doing }: Parameters<Answer>[1]): Watch | undefined =>
  doing?.kind === 'looking' ? doing.asked : doing;

/** What is stuck or gone is left to the person, and what looks like a secret out of the copy. */
const leave: Answer = (view, back, given) => {
  const { state } = view.thing;
  const doing = askedOf(back);
  switch (doing?.kind) {
    case 'stuck':
      return lookAgain(setAside(state, [`left:${doing.id}`]));
    case 'gone':
      return lookAgain(setAside(state, [goneKey(state.known.delivery.head?.commit)]));
    default:
      return trusted(view, back, given);
  }
};

const tryOnceMore: Answer = ({ thing: { state } }, back) =>
  back.doing?.kind === 'stuck' ? lookAgain(withReview(state, afresh(state, back.doing))) : advance(state, back);

const advised: Answer = ({ thing: { state } }, back, { words }) => {
  const { doing } = back;
  if (doing?.kind !== 'stuck') return advance(state, back);
  const anew = afresh(state, doing);
  const review = { ...anew, dealt: [...anew.dealt, doing.id] };
  const next = withReview(state, review);
  return takeUp(next, firstLine(doing.text), `${doing.advice}\n\nA person advises:\n${words ?? ''}`);
};

/** Its rounds are counted anew. */
function afresh(state: TaskState, { id, cause }: Extract<Watch, { kind: 'stuck' }>): Review {
  const review = reviewOf(state);
  const rounds = { ...review.rounds, [cause]: 0 };
  return { ...review, rounds, dealt: review.dealt.filter((each) => each !== id) };
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 72);

const lookAgain = (state: TaskState): TaskDecision => advance(state, watching({ kind: 'looking' }));

function setAside(state: TaskState, ids: readonly string[]): TaskState {
  const review = reviewOf(state);
  return withReview(state, { ...review, dealt: [...review.dealt, ...ids] });
}

export const answers: Readonly<Record<string, Answer>> = {
  ...trustAnswers,
  ignore: setAsideStrangers,
  take_up: takeUpStrangers,
  leave,
  raise: tryOnceMore,
  advice: advised,
  as_is: ({ thing: { state } }, back) => {
    const doing = askedOf(back);
    return lookAgain(doing?.kind === 'base_moved' ? setAside(state, [baseKey(doing.how, state)]) : state);
  },
  push: ({ thing: { state } }) => advance({ ...state, fetched: state.runs }, { kind: 'pushing' }),
};
