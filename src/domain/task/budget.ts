// What a task may use, over all its turns, and how a person's word changes that.
import type { Run } from '../run/run.ts';
import { type Allowance, addSpent, type Limit, nothingSpent, reaches, type Spent, spentOn } from '../run/spent.ts';
import type { TaskView } from './move.ts';
import type { Task } from './task.ts';

/** As a person has changed it last. */
export type Budget = {
  readonly round: number;
  /** What was used then. */
  readonly from: Spent;
  readonly limit: Limit;
  readonly unpriced: boolean;
  /** Models that a person chose for what is left, by agent. */
  readonly models: Readonly<Record<string, string>>;
};

/** At this part of what is left the next turn waits for a person. */
const askAt = 0.8;

export function budgetOf({ spec, state }: Task): Budget | null {
  if (state.budget !== undefined) return state.budget;
  const limit = spec.settings.limits.budget?.task ?? null;
  return limit === null ? null : { round: 0, from: nothingSpent, limit, unpriced: false, models: {} };
}

/** By its own runs and those of its criteria. */
export const spentBy = ({ children }: Pick<TaskView, 'children'>): Spent =>
  addSpent(
    spentOn(children.filter((child): child is Run => child.kind === 'run')),
    ...children.map(
      (child) => (child.kind === 'criterion' ? (child.state as { spent?: Spent }).spent : undefined) ?? nothingSpent,
    ),
  );

/** `before`: what all else has used. */
export function allowanceOf({ from, limit, unpriced, round }: Budget, before: Spent): Allowance {
  const part = (used: number, all: number | null) => (all === null ? null : used + askAt * (all - used));
  const ask: Limit = { money: part(from.money, limit.money), tokens: part(from.tokens, limit.tokens) };
  return { before, ask, stop: limit, unpriced, round };
}

/** What is added where no sum is named: as much as there was in the beginning. */
export const stepOf = ({ spec }: Task): Limit => spec.settings.limits.budget?.task ?? { money: null, tokens: null };

/** More of what is limited; a sum in a measure that is not limited is nothing named. */
export function raise({ limit, round, models }: Budget, spent: Spent, named: Limit | null, step: Limit): Budget {
  const fits =
    named !== null &&
    ((named.money !== null && limit.money !== null) || (named.tokens !== null && limit.tokens !== null));
  const by = fits ? named : step;
  const more = (has: number | null, used: number, sum: number | null) =>
    has === null || sum === null ? has : Math.max(has, used) + sum;
  return {
    ...{ round: round + 1, from: spent, unpriced: true, models },
    limit: { money: more(limit.money, spent.money, by.money), tokens: more(limit.tokens, spent.tokens, by.tokens) },
  };
}

/** With what is left, or with a step more where nothing is. */
export function cheapen(budget: Budget, spent: Spent, step: Limit, agent: string, model: string): Budget {
  const { limit, round, models } = budget;
  const next = reaches(limit, spent)
    ? raise(budget, spent, null, step)
    : { limit, round: round + 1, from: spent, unpriced: true };
  return { ...next, models: { ...models, [agent]: model } };
}
