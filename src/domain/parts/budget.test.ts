import { describe, expect, it } from 'vitest';
import type { Limit, Spent } from '../run/spent.ts';
import { budgetQuestion } from './ask-budget.ts';
import {
  allowanceOf,
  answerBudget,
  type Budget,
  budgetOf,
  cheapen,
  dayOf,
  isHeldUp,
  isOver,
  raise,
  sayRaised,
  stepOf,
  withinBudget,
} from './budget.ts';

const spent = (money: number, tokens = 0, unpriced = 0): Spent => ({ money, tokens, unpriced });
const limit = (money: number | null, tokens: number | null = null): Limit => ({ money, tokens });
const budget = (more: Partial<Budget> = {}): Budget => ({
  ...{ round: 0, from: spent(0), limit: limit(10), unpriced: false, models: {} },
  ...more,
});
const day = { from: spent(0), limit: limit(100) };
const stated = (said?: { readonly task: Limit | null; readonly day: Limit | null }) => ({
  spec: { settings: { limits: said === undefined ? {} : { budget: said } } },
});

describe('a budget', () => {
  it('is as a person has changed it, as it was stated, or none', () => {
    const own = budget({ round: 3 });
    expect(budgetOf({ ...stated({ task: limit(5), day: null }), state: { budget: own } })).toBe(own);
    expect(budgetOf({ spec: { settings: {} }, state: {} })).toBeNull();
    expect(budgetOf({ ...stated({ task: limit(5, 7), day: null }), state: {} })).toEqual(
      budget({ limit: limit(5, 7) }),
    );
    expect(budgetOf({ ...stated({ task: null, day: limit(100) }), state: {} })).toEqual(
      budget({ limit: limit(null), day }),
    );
  });

  it('has a step as large as itself; of a day alone a tenth', () => {
    expect(stepOf(stated({ task: limit(5, 7), day: limit(100) }))).toEqual(limit(5, 7));
    expect(stepOf(stated({ task: null, day: limit(100, 1_000) }))).toEqual(limit(10, 100));
    expect(stepOf(stated({ task: null, day: limit(100) }))).toEqual(limit(10));
    expect(stepOf(stated())).toEqual(limit(null));
  });

  it('holds up the next turn at four fifths of what is left since a person’s word', () => {
    const used = (money: number, today: Spent | null = null) => ({ spent: spent(money), today });
    expect(isHeldUp(budget(), used(7.9))).toBe(false);
    expect(isHeldUp(budget(), used(8))).toBe(true);
    expect(isHeldUp(budget({ from: spent(5) }), used(8.9))).toBe(false);
    expect(isHeldUp(budget({ from: spent(5) }), used(9))).toBe(true);
    expect(isHeldUp(budget({ limit: limit(null, 10) }), { spent: spent(99, 8), today: null })).toBe(true);
    expect(isHeldUp(budget({ day }), used(0, spent(79)))).toBe(false);
    expect(isHeldUp(budget({ day }), used(0, spent(80)))).toBe(true);
    expect(isHeldUp(budget({ day }), used(0))).toBe(false);
  });

  it('of a day names its limit where that is what holds it up', () => {
    expect(dayOf({ ...budget(), day }, spent(80))).toEqual(limit(100));
    expect(dayOf({ ...budget(), day }, spent(79))).toBeNull();
    expect(dayOf({ ...budget(), day }, null)).toBeNull();
    expect(dayOf(budget(), spent(80))).toBeNull();
  });

  it('tells a turn what is left, and the model that a person chose for its agent', () => {
    const models = { codex: 'small' };
    expect(withinBudget(null, spent(1), 'codex')).toEqual({});
    expect(withinBudget(budget({ models }), spent(4), 'codex')).toEqual({ budget: limit(6), model: 'small' });
    expect(withinBudget(budget({ models }), spent(4), 'pi')).toEqual({ budget: limit(6) });
    expect(allowanceOf(budget({ round: 2, unpriced: true, day }), spent(4))).toEqual({
      ...{ before: spent(4), ask: limit(8), stop: limit(10), unpriced: true, round: 2, day: limit(80) },
    });
    expect(allowanceOf(budget(), spent(4))).not.toHaveProperty('day');
  });

  it('is over where nothing is left of it, or of the day', () => {
    expect(isOver(budget(), { spent: spent(9.9), today: null })).toBe(false);
    expect(isOver(budget(), { spent: spent(10), today: null })).toBe(true);
    expect(isOver(budget({ day }), { spent: spent(0), today: spent(80) })).toBe(true);
  });
});

describe('a person’s word', () => {
  const used = { spent: spent(9, 50), today: spent(90) };
  it('raises by what they name, in the measure that is limited; else by a step', () => {
    expect(raise(budget({ models: { a: 'm' } }), used, limit(3), limit(10))).toEqual({
      ...{ round: 1, from: used.spent, limit: limit(13), unpriced: true, models: { a: 'm' } },
    });
    expect(raise(budget(), used, null, limit(10)).limit).toEqual(limit(20));
    expect(raise(budget(), used, limit(null, 500), limit(10)).limit).toEqual(limit(20));
    expect(raise(budget({ limit: limit(null, 100) }), used, limit(null, 500), limit(10)).limit).toEqual(
      limit(null, 600),
    );
    // What is used beyond the limit is not paid out of what is added.
    expect(raise(budget(), { spent: spent(12), today: null }, limit(3), limit(10)).limit).toEqual(limit(15));
  });

  it('raises the day where that held it up, from what was used by then', () => {
    expect(raise(budget({ day }), used, null, limit(10)).day).toEqual({ from: used.today, limit: limit(110) });
    const calm = { spent: spent(9), today: spent(10) };
    expect(raise(budget({ day }), calm, null, limit(10)).day).toEqual(day);
    expect(raise(budget(), used, null, limit(10))).not.toHaveProperty('day');
    const dayAlone = budget({ limit: limit(null), day: { from: spent(0), limit: limit(null, 100) } });
    const tokens = { spent: spent(0), today: spent(0, 90) };
    expect(raise(dayAlone, tokens, limit(null, 40), limit(1)).day?.limit).toEqual(limit(null, 140));
  });

  it('for a cheaper model goes on with what is left, or with a step more where nothing is', () => {
    const models = { codex: 'small' };
    expect(cheapen(budget(), { spent: spent(9), today: null }, limit(10), 'codex', 'small')).toEqual(
      budget({ round: 1, from: spent(9), unpriced: true, models }),
    );
    expect(cheapen(budget(), { spent: spent(10), today: null }, limit(10), 'codex', 'small')).toMatchObject({
      ...{ limit: limit(20), round: 1, models },
    });
  });

  it('is read from the choice and the words with it', () => {
    const of = { ...stated({ task: limit(10), day: null }), state: {} };
    const given = { agent: 'codex', words: ' small ' };
    expect(answerBudget(of, { spent: spent(9), today: null }, { ...given, choice: 'cheaper' }).models).toEqual({
      codex: 'small',
    });
    const more = { ...given, choice: 'more' };
    expect(answerBudget(of, { spent: spent(9), today: null }, { ...more, words: '$2' }).limit).toEqual(limit(12));
    expect(answerBudget(of, { spent: spent(9), today: null }, { ...more, words: null }).limit).toEqual(limit(20));
    expect(() => answerBudget({ spec: { settings: {} }, state: {} }, { spent: spent(9), today: null }, more)).toThrow(
      'there is no budget',
    );
  });

  it('is said with what it comes to', () => {
    expect(sayRaised(budget({ limit: limit(5, 7), day }), 'p')).toEqual({
      kind: 'budget_raised',
      data: { to: '$5.00 or 7 tokens, $100.00 for today', by: 'p', models: {} },
    });
    expect(sayRaised(budget({ limit: limit(null), day }), 'p').data).toMatchObject({ to: '$100.00 for today' });
    expect(sayRaised(budget(), 'p').data).toMatchObject({ to: '$10.00' });
  });
});

describe('the question', () => {
  const about = { id: 'x7', agent: 'codex', step: limit(5), asked: 2 };
  const ask = (of: Budget, used: Spent, today: Spent | null = null) =>
    budgetQuestion(of, { spent: used, today }, about);

  it('says what was used of what, and offers more or a cheaper model', () => {
    expect(ask(budget({ round: 1 }), spent(8))).toEqual({
      text: 'x7 has used $8.00 of $10.00. No turn of codex begins before you say so.',
      choices: [
        { id: 'more', label: 'go on with $5.00 more, or with the sum you name', words: 'optional' },
        { id: 'cheaper', label: 'go on with a cheaper model of codex, the one you name', words: 'required' },
      ],
      binding: 'budget-1-2',
      shown: { spent: spent(8), limit: limit(10), agent: 'codex', today: null, day: null },
    });
    expect(ask(budget(), spent(10)).choices[1]?.label).toBe(
      'go on with a cheaper model of codex, the one you name, and with $5.00 more',
    );
  });

  it('speaks of the day where that holds it up', () => {
    expect(ask(budget({ day }), spent(8), spent(80)).text).toMatch(
      /^Agents have used \$80\.00 of \$100\.00 for today\. No turn/,
    );
    expect(ask(budget({ day }), spent(8), spent(10)).text).toMatch(/^x7 has used \$8\.00 of \$10\.00\. No/);
  });

  it('names tokens without a price where money is limited, until a person let them pass', () => {
    const words = ' 30 tokens are not counted in that: nobody knows their price. No turn';
    expect(ask(budget(), spent(8, 30, 30)).text).toContain(words);
    expect(ask(budget({ unpriced: true }), spent(8, 30, 30)).text).not.toContain('counted');
    expect(ask(budget({ limit: limit(null, 30) }), spent(8, 30, 30)).text).not.toContain('counted');
    expect(ask(budget(), spent(8, 30)).text).not.toContain('counted');
  });
});
