import { describe, expect, it } from 'vitest';
import { wait } from './moves.ts';
import { atWork, type StepRow } from './step-row.ts';
import { phaseOf } from './steps.ts';

describe('the row of a step', () => {
  it('does not compile without its phase, or without the sentence that a person reads', () => {
    const decide = () => wait('a person');
    const whole: StepRow<'planning'> = { ...atWork, phase: 'plan', says: 'plans', decide };
    // @ts-expect-error: no phase.
    const nowhere: StepRow<'planning'> = { ...atWork, says: 'plans', decide };
    // @ts-expect-error: no sentence.
    const silent: StepRow<'planning'> = { ...atWork, phase: 'plan', decide };
    expect([whole, nowhere, silent].map(({ decide: of }) => of)).toEqual([decide, decide, decide]);
  });

  it('that stands around another one is in the phase of that one', () => {
    const back = { kind: 'mending', next: { kind: 'pushing' } } as const;
    expect(phaseOf({ kind: 'asking', question: 'stuck', key: 'k', back })).toBe('submit');
    expect(phaseOf({ kind: 'comparing', phase: 'test' })).toBe('test');
    expect(phaseOf({ kind: 'by_hand' })).toBe('confirm');
  });
});
