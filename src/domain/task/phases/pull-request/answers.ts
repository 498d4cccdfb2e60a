// Where the answers lead that a person gives about a pull request.

import { advance, type Step, type TaskDecision, type TaskView } from '../../moves.ts';
import type { TaskState } from '../../task.ts';
import { takeUpComments } from './apply.ts';
import { takeUp } from './follow-up.ts';
import { goneKey } from './judge.ts';
import type { Watch } from './state.ts';
import { reviewOf, watching } from './watch.ts';

/** null: as everywhere (retry, cancel, give up, code in the copy). */
export function followWatch(
  { thing }: TaskView,
  at: Step<'asking'>,
  { choice, words }: { readonly choice: string; readonly words: string | null },
): TaskDecision | null {
  const doing = at.back.kind === 'watching' ? at.back.doing : undefined;
  const { state } = thing;
  switch (doing?.kind) {
    case 'strangers': {
      const ids = doing.threads.flatMap(({ comments }) => comments.map(({ id }) => id));
      if (choice === 'ignore') return lookAgain(setAside(state, ids));
      return choice === 'take_up' ? { kind: 'advance', ...takeUpComments(thing, doing.threads, [], true) } : null;
    }
    case 'stuck':
      return afterStuck(state, doing, choice, words ?? '');
    case 'gone':
      if (choice === 'leave') return lookAgain(setAside(state, [goneKey(state.known.head?.commit)]));
      return choice === 'push' ? advance({ ...state, fetched: state.runs }, { kind: 'pushing' }) : null;
    default:
      return null;
  }
}

function afterStuck(
  state: TaskState,
  { id, cause, text, advice }: Extract<Watch, { kind: 'stuck' }>,
  choice: string,
  words: string,
): TaskDecision | null {
  const review = reviewOf(state);
  const rounds = { ...review.rounds, [cause]: 0 };
  const anew = { ...review, rounds, dealt: review.dealt.filter((each) => each !== id) };
  switch (choice) {
    case 'leave':
      return lookAgain(setAside(state, [`left:${id}`]));
    case 'raise':
      return lookAgain({ ...state, known: { ...state.known, review: anew } });
    case 'advice': {
      const dealt = { ...anew, dealt: [...anew.dealt, id] };
      const next = { ...state, known: { ...state.known, review: dealt } };
      return takeUp(next, firstLine(text), `${advice}\n\nA person advises:\n${words}`);
    }
    default:
      return null;
  }
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 72);

const lookAgain = (state: TaskState): TaskDecision => advance(state, watching({ kind: 'looking' }));

function setAside(state: TaskState, ids: readonly string[]): TaskState {
  const review = reviewOf(state);
  return { ...state, known: { ...state.known, review: { ...review, dealt: [...review.dealt, ...ids] } } };
}
