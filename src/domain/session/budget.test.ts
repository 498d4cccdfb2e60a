import { describe, expect, it } from 'vitest';
import { type HostId, instant } from '../ids.ts';
import type { Question } from '../question/question.ts';
import { liveSession } from './apply-session.ts';
import { decideBudget } from './budget.ts';
import { type Driven, undriven } from './driven.ts';
import { sessionId } from './ids.ts';
import { newSession } from './new-session.ts';
import type { SessionLive, SessionSpec } from './session.ts';

type Spent = { readonly used: number | null; readonly budget?: number | null };
type More = Partial<Driven['budget']> & Pick<Partial<SessionLive>, 'paused' | 'endAsked'>;

const live = (used: number | null, { paused = null, endAsked = null, ...budget }: More): SessionLive => ({
  ...liveSession(0, 1),
  ...{ paused, endAsked, usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, money: used } },
  driven: { ...undriven, budget: { ...undriven.budget, ...budget } },
});
function decide({ used, budget = 10 }: Spent, more: More = {}, questions: readonly Question[] = []) {
  const spec = { name: 'kept', budget } as SessionSpec;
  const thing = newSession(sessionId(1), spec, 'h' as HostId, instant(0));
  return decideBudget({ thing, questions }, live(used, more));
}
const answered = (choice: string, words: string | null = null, nth = 1) =>
  ({ key: `budget-${nth}`, state: { kind: 'answered', answer: { choice, words, by: 'person:A' } } }) as Question;
const paused = { why: 'its budget of $10.00 is used up' };

describe('the budget of a session', () => {
  it('is nothing to it where there is none, or while nothing of it is known', () => {
    expect(decide({ used: 1_000, budget: null })).toBeNull();
    expect(decide({ used: null })).toBeNull();
    expect(decide({ used: 7.99 })).toBeNull();
  });

  it('is told of once when four fifths of it are used', () => {
    expect(decide({ used: 8 })).toMatchObject({
      ...{ kind: 'advance', said: [{ kind: 'budget_low', data: { used: 8, budget: 10 } }] },
      state: { paused: null, driven: { budget: { warned: true } } },
    });
    expect(decide({ used: 8 }, { warned: true })).toBeNull();
  });

  it('pauses it when it is used up, and a person is asked', () => {
    expect(decide({ used: 9.99 }, { warned: true })).toBeNull();
    expect(decide({ used: 10 }, { warned: true })).toMatchObject({
      ...{ kind: 'ask', state: { paused, driven: { budget: { questions: 1 } } } },
      question: { key: 'budget-1', binding: '10/10', shown: { used: 10, budget: 10 } },
      said: [{ kind: 'session_paused', data: paused }],
    });
    expect(decide({ used: 12 }, { warned: true, questions: 3 })).toMatchObject({ question: { key: 'budget-4' } });
    expect(decide({ used: 12 }, { paused, questions: 1 })).toBeNull();
  });

  it('is raised to the sum that is named, or to twice of what is used', () => {
    const raise = (words: string | null, spent: Spent = { used: 12 }) =>
      decide(spent, { paused, questions: 1, warned: true }, [answered('raise', words)]);
    expect(raise('up to 30,50 dollars')).toMatchObject({
      ...{ kind: 'advance', said: [{ kind: 'budget_raised', data: { to: 30.5, by: 'person:A' } }] },
      state: { paused: null, driven: { budget: { raised: 30.5, warned: false } } },
    });
    expect(raise(null)).toMatchObject({ state: { driven: { budget: { raised: 24 } } } });
    expect(raise('12')).toMatchObject({ state: { driven: { budget: { raised: 24 } } } });
    expect(raise('as you like')).toMatchObject({ state: { driven: { budget: { raised: 24 } } } });
    expect(raise(null, { used: 3 })).toMatchObject({ state: { driven: { budget: { raised: 20 } } } });
  });

  it('that was raised counts in place of the first', () => {
    expect(decide({ used: 12 }, { raised: 24, questions: 1 }, [answered('raise')])).toBeNull();
    expect(decide({ used: 24 }, { raised: 24, questions: 1 }, [answered('raise')])).toMatchObject({
      ...{ kind: 'ask', question: { key: 'budget-2' } },
    });
  });

  it('ends it where a person says so, once', () => {
    const stop = [answered('stop')];
    expect(decide({ used: 12 }, { paused, questions: 1 }, stop)).toEqual({
      ...{ kind: 'perform', effect: { name: 'end-session', input: { by: 'person:A', now: false } } },
    });
    const endAsked = { by: 'person:A', now: false, at: 1 };
    expect(decide({ used: 12 }, { paused, questions: 1, endAsked }, stop)).toBeNull();
  });

  it('an answer to an earlier question is none', () => {
    expect(decide({ used: 24 }, { paused, questions: 2 }, [answered('raise')])).toBeNull();
  });
});
