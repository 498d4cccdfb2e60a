// What a task may use, over all its turns, and how a person's word changes that.

import { isLimitTold } from '../../run/is-limit-told.ts';
import type { Run } from '../../run/run.ts';
import { type Allowance, addSpent, type Limit, nothingSpent, reaches, type Spent, spentOn } from '../../run/spent.ts';
import { analysts, criteria, lastRun, type Step, type TaskView } from '../moves.ts';
import type { Task } from '../task.ts';

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

/** At this part of what is left the next turn waits for a person. */
const askAt = 0.8;

export function budgetOf({ spec, state }: Task): Budget | null {
  if (state.budget !== undefined) return state.budget;
  const said = spec.settings.limits.budget;
  if (said === undefined) return null;
  const first = { round: 0, from: nothingSpent, limit: said.task ?? noLimit, unpriced: false, models: {} };
  return said.day === null ? first : { ...first, day: { from: nothingSpent, limit: said.day } };
}

const noLimit: Limit = { money: null, tokens: null };

/** By its own runs and those of its criteria. */
export const spentBy = ({ children }: Pick<TaskView, 'children'>): Spent =>
  addSpent(
    spentOn(children.filter((child): child is Run => child.kind === 'run')),
    ...children.map(
      (child) => (child.kind === 'criterion' ? (child.state as { spent?: Spent }).spent : undefined) ?? nothingSpent,
    ),
  );

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

/** What is added where no sum is named: as much as there was in the beginning; a tenth of a day where that is all there is. */
export function stepOf({ spec }: Task): Limit {
  const { task, day } = spec.settings.limits.budget ?? { task: null, day: null };
  const tenth = (all: number | null | undefined) => (all == null ? null : all / 10);
  return task ?? { money: tenth(day?.money), tokens: tenth(day?.tokens) };
}

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

// Until when the agent that a task works with is refused by its service, where there is no other agent and it told the time.

type AgentLimit = { readonly agent: string; readonly until: number; readonly message: string };

type Of = Pick<TaskView, 'thing' | 'children'>;

export function limitOf(view: Of): AgentLimit | null {
  const { at } = view.thing.state;
  if (at.kind === 'analyzing') return ofAnalysis(view, at);
  if (at.kind !== 'developing') return null;
  const child = criteria(view as TaskView).find(({ key, ended }) => key === at.key && !ended);
  if (child?.state.at.kind !== 'limited') return null;
  const { until, message } = child.state.at;
  return { agent: child.spec.agents[child.state.agent] ?? '', until, message };
}

/** Of the last turn, which is not dealt with yet. */
function ofAnalysis(view: Of, at: Step<'analyzing'>): AgentLimit | null {
  const { state, spec } = view.thing;
  const agents = analysts(spec, at);
  if (state.fetched >= state.runs || at.agent + 1 < agents.length) return null;
  const run = lastRun(view as TaskView);
  if (run?.state.kind !== 'ended' || run.state.result.kind !== 'turn') return null;
  const { outcome } = run.state.result.turn;
  if (outcome.kind !== 'limited' || !isLimitTold(outcome.until, run.state.endedAt)) return null;
  return { agent: agents[at.agent] ?? '', until: outcome.until, message: outcome.message };
}
