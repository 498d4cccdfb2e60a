// The question of who has used up what it may, before its next turn.

import { choice } from '../question/choice.ts';
import type { Choice } from '../question/question.ts';
import type { Limit, Spent } from '../run/spent.ts';
import { sayLimit, sayUsed } from '../text/amounts.ts';
import { type Budget, dayOf, isOver, type Used } from './budget.ts';

/** `choices`: without those that do not go on. */
export type BudgetQuestion = {
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly binding: string;
  readonly shown: unknown;
};

type About = { readonly id: string; readonly agent: string; readonly step: Limit; readonly asked: number };

/** `step`: how much more is offered; `asked`: how many questions there were. */
export function budgetQuestion(budget: Budget, used: Used, { id, agent, step, asked }: About): BudgetQuestion {
  const { limit, round } = budget;
  const { spent, today } = used;
  const day = dayOf(budget, today);
  const what =
    day === null || today === null
      ? `${id} has used ${sayUsed(spent, limit)} of ${sayLimit(limit)}.${unknown(budget, spent)}`
      : `Agents have used ${sayUsed(today, day)} of ${sayLimit(day)} for today.`;
  const more = sayLimit(step);
  const cheaper = `go on with a cheaper model of ${agent}, the one you name`;
  return {
    text: `${what} No turn of ${agent} begins before you say so.`,
    choices: [
      choice('more', `go on with ${more} more, or with the sum you name`, 'optional'),
      choice('cheaper', isOver(budget, used) ? `${cheaper}, and with ${more} more` : cheaper, 'required'),
    ],
    binding: `budget-${round}-${asked}`,
    shown: { spent, limit, agent, today, day },
  };
}

const unknown = ({ limit, unpriced }: Budget, spent: Spent): string =>
  limit.money === null || unpriced || spent.unpriced === 0
    ? ''
    : ` ${spent.unpriced} tokens are not counted in that: nobody knows their price.`;
