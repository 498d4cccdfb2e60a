// What a task or a chain may use, in words: once where it is stated, and as it stands later.
import { type Budgeted, budgetOf } from '../../domain/parts/budget.ts';
import type { Settings } from '../../domain/task/settings/settings.ts';
import { sayLimit } from '../../domain/text/amounts.ts';

/** A note for whoever states it; empty without a limit. */
export function noteOfBudget({ limits }: Settings): readonly string[] {
  const limit = limits.budget?.task ?? null;
  return limit === null
    ? []
    : [`It may use ${sayLimit(limit)}; you are asked before a turn once four fifths are used.`];
}

/** As a person has changed it last. */
export function viewBudget(of: Budgeted): { readonly budget?: string } {
  const said = sayLimit(budgetOf(of)?.limit ?? { money: null, tokens: null });
  return said === '' ? {} : { budget: said };
}
