// Tests that were red, or stood there with the change, need not be red by themselves in a later round of their criterion.
import type { Criterion, CriterionState } from '../../criterion/criterion.ts';
import { defined } from '../../defined.ts';
import { criteria, type Step, type TaskView } from '../moves.ts';

/** Past the turn for its tests its copy holds what was done for them: to have them red alone would mean to take that back. */
export const stillRedAfter = (last: Criterion | undefined): Pick<Step<'developing'>, 'stillRed'> =>
  (last?.state.beat ?? 'test') === 'test' ? {} : { stillRed: true };

/** What the next round of `last` begins with, or that of one that a person set back. */
export function redTestsFor(
  view: TaskView,
  { stillRed, rewound }: Pick<Step<'developing'>, 'stillRed' | 'rewound'>,
  last: Criterion | undefined,
): Partial<CriterionState> {
  const isBack = stillRed !== true && (rewound?.beat ?? 'test') !== 'test';
  const of = isBack ? criteria(view).find(({ id }) => id === rewound?.round) : stillRed === true ? last : undefined;
  // Whether it is green is seen before its form is worked on.
  return of === undefined ? {} : { beat: 'code', ...defined({ redTests: redTestsIn(of) }) };
}

/** As they stood in its own copy; beside those of others they cannot be compared with it. */
export const redTestsIn = ({ spec, state }: Criterion): CriterionState['redTests'] =>
  spec.member === undefined ? state.redTests : undefined;
