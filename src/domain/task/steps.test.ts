import { describe, expect, it } from 'vitest';
import { wait } from './moves.ts';
import { outcomeWords } from './outcome.ts';
import { atWork, type StepRow } from './step-row.ts';
import { phaseOf, steps } from './steps.ts';

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

  it("of what has ended says how, in a person's words; of what is in a hand, in whose", () => {
    expect(outcomeWords).toEqual({
      ...{ released: 'released', proven: 'proven', not_verified: 'not verified', failed: 'failed' },
      cancelled: 'cancelled',
    });
    const { says } = steps.in_hand;
    const hand = (by: string) => (typeof says === 'function' ? says({} as never, { by } as never) : says);
    expect(hand('person:ada')).toBe('is in the hand of ada until `drover task give`');
    expect(hand('a person:ada')).toBe('is in the hand of a person:ada until `drover task give`');
  });

  it('of what looks at the whole says that it begins anew from the copy where its tree or its folder is gone', () => {
    const others = ['checking', 'test_judged', 'assessing', 'reading_assessment', 'assessed'];
    const looks = Object.entries(steps).filter(([kind, { phase }]) => phase === 'test' && !others.includes(kind));
    expect(looks.length).toBeGreaterThan(10);
    for (const [kind, { hubAnew, hostAnew }] of looks)
      expect([kind, hubAnew, hostAnew]).toEqual([kind, 'checking', 'checking']);
    const goOn = Object.entries(steps).filter(
      ([, { hostAnew }]) => hostAnew === 'itself' || hostAnew === 'staging_base',
    );
    expect(goOn.map(([kind]) => kind).sort()).toEqual(
      ['base_gates', 'checking', 'committing', 'leaving_branch', 'recording_base', 'staging_base'].sort(),
    );
    expect([steps.committing, steps.pushing, steps.test_judged].map(({ hubAnew }) => hubAnew)).toEqual(
      Array(3).fill('checking'),
    );
  });
});
