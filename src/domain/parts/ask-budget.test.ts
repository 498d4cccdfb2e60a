// The question of who has used up what it may.
import { expect, it } from 'vitest';
import type { Spent } from '../run/spent.ts';
import { budgetQuestion } from './ask-budget.ts';
import type { Budget } from './budget.ts';

const dollars = (money: number) => ({ money, tokens: null });
const spent = (money: number, unpriced = 0): Spent => ({ money, tokens: 100, unpriced });
const budget: Budget = { round: 3, from: spent(0), limit: dollars(10), unpriced: false, models: {} };
const about = { id: 'shop-1', agent: 'codex', step: dollars(5), asked: 2 };
const asked = (of: Budget, used: Spent, today: Spent | null = null) =>
  budgetQuestion(of, { spent: used, today }, about);

it('says what was used of what, who waits, and what would go on', () => {
  const question = asked(budget, spent(9));
  expect(question).toEqual({
    text: 'shop-1 has used $9.00 of $10.00. No turn of codex begins before you say so.',
    choices: [
      { id: 'more', label: 'go on with $5.00 more, or with the sum you name', words: 'optional' },
      { id: 'cheaper', label: 'go on with a cheaper model of codex, the one you name', words: 'required' },
    ],
    binding: 'budget-3-2',
    shown: { spent: spent(9), limit: dollars(10), agent: 'codex', today: null, day: null },
  });
  expect(asked(budget, spent(10)).choices[1]?.label).toBe(
    'go on with a cheaper model of codex, the one you name, and with $5.00 more',
  );
});

it('says what is not counted where nobody knows its price and nobody let that pass', () => {
  const told = ' 7 tokens are not counted in that: nobody knows their price.';
  expect(asked(budget, spent(9, 7)).text).toContain(told);
  expect(asked({ ...budget, unpriced: true }, spent(9, 7)).text).not.toContain('counted');
  const tokens = { money: null, tokens: 100 };
  expect(asked({ ...budget, limit: tokens }, spent(9, 7)).text).not.toContain('counted');
});

it('is that of the day where the day holds it up', () => {
  const day = { from: spent(0), limit: dollars(20) };
  const question = asked({ ...budget, day }, spent(1), spent(16));
  expect(question.text).toBe('Agents have used $16.00 of $20.00 for today. No turn of codex begins before you say so.');
  expect(question.shown).toMatchObject({ today: spent(16), day: dollars(20) });
  expect(asked({ ...budget, day }, spent(9), spent(15)).text).toContain('shop-1 has used');
});
