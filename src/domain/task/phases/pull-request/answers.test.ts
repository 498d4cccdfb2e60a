// Where the answers lead that a person gives about a pull request.
import { describe, expect, it } from 'vitest';
import { answer, asking, decided, standing } from '../../../../../test/fakes/standing-task.ts';
import type { Comment, Thread } from '../../../delivery/pull-request.ts';
import { nothingReviewed, type Review, type Watch } from '../../../delivery/review.ts';
import { placeOf } from '../../moves.ts';
import type { TaskState } from '../../task.ts';

const review: Review = { ...nothingReviewed, number: 1, dealt: ['old', 'job:3'], rounds: { job: 3, other: 2 } };
const delivery = { review, pushed: true, pullRequest: 'https://forge/1', head: { commit: 'c1', tree: 't1' } } as const;
const stuck: Watch = { kind: 'stuck', id: 'job:3', cause: 'job', text: 'It fails.\nAlways.', advice: 'Mend it.' };
const comment = (id: string): Comment => ({ id, author: 'eve', right: 'stranger' as never, text: `say ${id}` });
const threads: readonly Thread[] = [
  { id: 't1', resolved: false, path: null, line: null, comments: [comment('1'), comment('2')] },
  { id: 't2', resolved: false, path: null, line: null, comments: [comment('3')] },
];
const strangers: Watch = { kind: 'strangers', threads };
const missing = { kind: 'gone', branch: 'fix/x' } as const;
const gone: Watch = { kind: 'looking', asked: missing };

/** Its state after the answer. */
function answered(doing: Watch, choice: string, words: string | null = null): TaskState {
  const thing = standing(asking({ kind: 'watching', doing }), { delivery }, { runs: 4, fetched: 2 });
  const decision = decided(thing, { questions: [answer(choice, words)] });
  if (decision.kind !== 'advance') throw new Error(`it is ${decision.kind}`);
  return decision.state;
}
const reviewAfter = (...given: Parameters<typeof answered>) => answered(...given).known.delivery.review;
const looking = { kind: 'watching', doing: { kind: 'looking' } };

describe('what strangers said', () => {
  it('is set aside, each comment of each thread, and nothing else', () => {
    const state = answered(strangers, 'ignore');
    expect(state.at).toEqual(looking);
    expect(state.known.delivery.review).toEqual({ ...review, dealt: ['old', 'job:3', '1', '2', '3'] });
  });

  it('is taken up', () => {
    const { at, known } = answered(strangers, 'take_up');
    expect(at).toMatchObject({ kind: 'developing', advice: expect.stringMatching(/say 1[\s\S]*say 2[\s\S]*say 3/) });
    expect(known.delivery.review?.dealt).toEqual(expect.arrayContaining(['1', '2', '3']));
  });

  it.each(['ignore', 'take_up'])('is looked for anew where something else is at hand by then: %s', (choice) => {
    expect(answered(gone, choice)).toMatchObject({ at: looking, known: { delivery: { review } } });
  });
});

it('a base that is not what it was is asked about once', () => {
  const moved: Watch = { kind: 'looking', asked: { kind: 'base_moved', how: 'rewritten' } };
  const thing = standing(asking({ kind: 'watching', doing: moved }), { delivery });
  const { commit } = placeOf(thing.state).base;
  expect(answered(moved, 'as_is').at).toEqual(looking);
  expect(reviewAfter(moved, 'as_is')?.dealt).toEqual(['old', 'job:3', `base:rewritten:${commit}`]);
});

describe('what is stuck', () => {
  it('is left to the person, by its id', () => {
    expect(answered(stuck, 'leave').at).toEqual(looking);
    expect(reviewAfter(stuck, 'leave')).toEqual({ ...review, dealt: ['old', 'job:3', 'left:job:3'] });
  });

  it('is tried once more: its rounds are counted anew, and it is not dealt with any more', () => {
    expect(answered(stuck, 'raise').at).toEqual(looking);
    expect(reviewAfter(stuck, 'raise')).toEqual({ ...review, dealt: ['old'], rounds: { job: 0, other: 2 } });
  });

  it('is worked on with what a person advises, under the first line of what is wrong', () => {
    const { at, known } = answered(stuck, 'advice', 'Look at the clock.');
    expect(at).toMatchObject({
      kind: 'developing',
      advice: 'Mend it.\n\nA person advises:\nLook at the clock.',
    });
    expect(known.delivery.review).toEqual({
      ...{ ...review, dealt: ['old', 'job:3'], rounds: { job: 0, other: 2 } },
      ...{ taken: 1, cause: 'It fails.' },
    });
    expect(answered(stuck, 'advice')).toMatchObject({ at: { advice: 'Mend it.\n\nA person advises:\n' } });
    const long: Watch = { ...stuck, text: 'x'.repeat(80) };
    expect(reviewAfter(long, 'advice', '')?.cause).toBe('x'.repeat(72));
  });

  it.each(['raise', 'advice'])('is not tried where it is not at hand any more: %s', (choice) => {
    expect(answered(gone, choice, 'w')).toMatchObject({
      at: { kind: 'watching', doing: gone },
      known: { delivery: { review } },
    });
  });
});

describe('a branch that is gone', () => {
  it('is left alone as it was there last', () => {
    expect(answered(gone, 'leave').at).toEqual(looking);
    expect(reviewAfter(gone, 'leave')).toEqual({ ...review, dealt: ['old', 'job:3', 'gone:c1'] });
  });

  it('is pushed again, without being fetched first', () => {
    expect(answered(gone, 'push')).toMatchObject({
      at: { kind: 'pushing' },
      fetched: 4,
      known: { delivery: { review } },
    });
  });
});
