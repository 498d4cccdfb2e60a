// A criterion that waits for money, or for the end of a limit, goes on when the task says so: that is when the task has its slot again.
import type { Criterion } from '../criterion/criterion.ts';
import { addSpent, nothingSpent, type Spent } from '../run/spent.ts';
import { allowanceOf, budgetOf, spentBy } from './budget.ts';
import type { TaskDecision, TaskView } from './move.ts';

/** Told once. Null: it needs no word. */
export function letOn(view: TaskView, child: Criterion): TaskDecision | null {
  const { at } = child.state;
  if (at.kind === 'limited' && view.now >= at.until) return tell(view, child, 'limit_over', { until: at.until });
  if (at.kind !== 'out_of_budget') return null;
  const budget = budgetOf(view.thing);
  if (budget === null || budget.round === at.round) return null;
  const allowance = allowanceOf(budget, less(spentBy(view), child.state.spent ?? nothingSpent));
  return tell(view, child, 'allowance', { allowance, models: budget.models });
}

function tell({ thing: { state } }: TaskView, { id, state: of }: Criterion, kind: string, body: unknown) {
  const told = `${id} ${kind} ${of.at.kind === 'limited' ? of.at.until : (state.budget?.round ?? 0)}`;
  if (state.told === told) return null;
  return { kind: 'advance', state: { ...state, told }, said: [], notices: [{ to: id, kind, body }] } as const;
}

const less = (all: Spent, own: Spent): Spent =>
  addSpent(all, { money: -own.money, tokens: -own.tokens, unpriced: -own.unpriced });
