// What the task allows a criterion: as it was begun, or as the task has said last.
import type { Allowance } from '../run/spent.ts';
import type { CriterionView } from './criterion.ts';

export type Allowed = { readonly allowance?: Allowance; readonly models?: Readonly<Record<string, string>> };

export function allowedOf({ thing, notices }: CriterionView): Allowed {
  const said = notices.findLast(({ kind }) => kind === 'allowance');
  return said === undefined ? thing.spec : (said.body as Allowed);
}
