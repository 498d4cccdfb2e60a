// What a task or a chain may use, over all its turns, and how a person's word changes that.
import { defined } from '../defined.ts';
import type { Said } from '../fact/fact.ts';
import type { AgentPurpose } from '../run/run.ts';
import { type Allowance, isUsedUp, type Limit, leftOf, nothingSpent, reaches, type Spent } from '../run/spent.ts';
import { sayLimit, sumNamed } from '../text/amounts.ts';

/** As a person has changed it last. */
export type Budget = {
  readonly round: number;
  /** What was used then. */
  readonly from: Spent;
  readonly limit: Limit;
  readonly unpriced: boolean;
  /** Models that a person chose for what is left, by agent. */
  readonly models: Readonly<Record<string, string>>;
  /** Of everything that agents use in a day; absent: nobody meters it. */
  readonly day?: { readonly from: Spent; readonly limit: Limit };
};

/** What was stated with a budget, or without one. */
export type Budgeted = {
  readonly spec: {
    readonly settings: {
      readonly limits?: { readonly budget?: { readonly task: Limit | null; readonly day: Limit | null } };
    };
  };
  readonly state: { readonly budget?: Budget };
};

/** Null: it may use what it wants. */
export function budgetOf({ spec, state }: Budgeted): Budget | null {
  if (state.budget !== undefined) return state.budget;
  const said = spec.settings.limits?.budget;
  if (said === undefined) return null;
  const first = { round: 0, from: nothingSpent, limit: said.task ?? noLimit, unpriced: false, models: {} };
  return said.day === null ? first : { ...first, day: { from: nothingSpent, limit: said.day } };
}

const noLimit: Limit = { money: null, tokens: null };

/** What is added where no sum is named: as much as there was in the beginning; a tenth of a day where that is all there is. */
export function stepOf({ spec }: Pick<Budgeted, 'spec'>): Limit {
  const { task, day } = spec.settings.limits?.budget ?? { task: null, day: null };
  const tenth = (all: number | null | undefined) => (all == null ? null : all / 10);
  return task ?? { money: tenth(day?.money), tokens: tenth(day?.tokens) };
}

/** The next turn waits for a person. */
export const isHeldUp = (budget: Budget, { spent, today }: Used): boolean =>
  dayOf(budget, today) !== null || isUsedUp(allowanceOf(budget, nothingSpent), spent);

/** What one more turn of this agent may use, and the model that a person chose for it. */
export function withinBudget(
  budget: Budget | null,
  spent: Spent,
  agent: string,
): Pick<AgentPurpose, 'budget' | 'model'> {
  if (budget === null) return {};
  const model = budget.models[agent];
  return { budget: leftOf(allowanceOf(budget, spent), nothingSpent), ...defined({ model }) };
}

/** At this part of what is left the next turn waits for a person. */
const askAt = 0.8;

/** `before`: what all else has used. */
export function allowanceOf({ from, limit, unpriced, round, day }: Budget, before: Spent): Allowance {
  const today = day === undefined ? {} : { day: askOf(day.from, day.limit) };
  return { before, ask: askOf(from, limit), stop: limit, unpriced, round, ...today };
}

function askOf(from: Spent, limit: Limit): Limit {
  const part = (used: number, all: number | null) => (all === null ? null : used + askAt * (all - used));
  return { money: part(from.money, limit.money), tokens: part(from.tokens, limit.tokens) };
}

/** The day is what holds it up; null: it is not. */
export const dayOf = ({ day }: Budget, today: Spent | null): Limit | null =>
  day !== undefined && today !== null && reaches(askOf(day.from, day.limit), today) ? day.limit : null;

/** More of what is limited; a sum in a measure that is not limited is nothing named. */
export function raise(budget: Budget, { spent, today }: Used, named: Limit | null, step: Limit): Budget {
  const { limit, round, models, day } = budget;
  const held = dayOf(budget, today);
  const can = (of: Limit) =>
    (named?.money != null && of.money !== null) || (named?.tokens != null && of.tokens !== null);
  const by = named !== null && (can(limit) || (held !== null && can(held))) ? named : step;
  const raised = { round: round + 1, from: spent, unpriced: true, models, limit: add(limit, spent, by) };
  if (day === undefined) return raised;
  return { ...raised, day: held === null || today === null ? day : { from: today, limit: add(held, today, by) } };
}

/** By the task, and by all agents today; null: that was not metered. */
export type Used = { readonly spent: Spent; readonly today: Spent | null };

function add(limit: Limit, used: Spent, by: Limit): Limit {
  const more = (has: number | null, spent: number, sum: number | null) =>
    has === null || sum === null ? has : Math.max(has, spent) + sum;
  return { money: more(limit.money, used.money, by.money), tokens: more(limit.tokens, used.tokens, by.tokens) };
}

/** Nothing is left of the task's, or the day is what holds it up. */
export const isOver = (budget: Budget, { spent, today }: Used): boolean =>
  reaches(budget.limit, spent) || dayOf(budget, today) !== null;

/** With what is left, or with a step more where nothing is. */
export function cheapen(budget: Budget, used: Used, step: Limit, agent: string, model: string): Budget {
  const { models } = budget;
  const next = isOver(budget, used)
    ? raise(budget, used, null, step)
    : { ...budget, round: budget.round + 1, from: used.spent, unpriced: true };
  return { ...next, models: { ...models, [agent]: model } };
}

/** What an answer makes of it: `more`, with the sum that is named, or `cheaper`, with the model. */
export function answerBudget(
  of: Budgeted,
  used: Used,
  { choice, words, agent }: { readonly choice: string; readonly words: string | null; readonly agent: string },
): Budget {
  const budget = budgetOf(of);
  if (budget === null) throw new Error('there is no budget to be changed');
  return choice === 'cheaper'
    ? cheapen(budget, used, stepOf(of), agent, (words ?? '').trim())
    : raise(budget, used, sumNamed(words ?? ''), stepOf(of));
}

export function sayRaised({ limit, day, models }: Budget, by: string): Said {
  const to = [sayLimit(limit), ...(day === undefined ? [] : [`${sayLimit(day.limit)} for today`])].filter(Boolean);
  return { kind: 'budget_raised', data: { to: to.join(', '), by, models } };
}
