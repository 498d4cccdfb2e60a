// Every step of a criterion: what it does, and what comes of it.
import { weakerIn } from '../evidence/verdict.ts';
import { beatSteps } from './beat.ts';
import type { Criterion, CriterionStep } from './criterion.ts';
import { gateSteps } from './gate.ts';
import { lookUpSteps } from './look-up.ts';
import { loopSteps } from './loop.ts';
import { memberSteps } from './member.ts';
import type { CriterionRow, CriterionRows } from './moves.ts';
import { sortSteps } from './sort-work.ts';
import { testsRedSteps } from './tests-red.ts';
import { turnSteps } from './turn.ts';

export const steps: CriterionRows<CriterionStep['kind']> = {
  ...turnSteps,
  ...gateSteps,
  ...testsRedSteps,
  ...lookUpSteps,
  ...loopSteps,
  ...memberSteps,
  ...sortSteps,
  ...beatSteps,
  ended: {
    says: (_, { spec }) => `has ${spec.label} behind it`,
    act: null,
    decide: ({ thing: { state, spec } }, { outcome }) => {
      const weaker = outcome.kind === 'passed' ? weakerIn(state.history.at(-1)?.results ?? []) : null;
      const data = {
        criterion: spec.label,
        outcome: outcome.kind,
        ...('why' in outcome && { why: outcome.why }),
        ...(weaker && { weaker }),
      };
      return { kind: 'finish', state, said: [{ kind: 'criterion_ended', data }] };
    },
  },
};

/** The row of the very step it is asked with. */
export const rowOf = (at: CriterionStep) => steps[at.kind] as CriterionRow<CriterionStep>;

export function sayCriterionStep(criterion: Criterion): string {
  const { spec, state } = criterion;
  return rowOf(state.at).says(`${spec.label}, attempt ${state.attempt}`, criterion);
}
