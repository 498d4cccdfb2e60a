import { beforeEach, describe, expect, it } from 'vitest';
import type { PlannedCriterion } from '../plan.ts';
import { heldUpBy, nextCriteria } from './next-criteria.ts';

const sc = (number: number, files: readonly string[], ...dependsOn: readonly string[]): PlannedCriterion => ({
  ...{ label: `SC-${number}`, text: `make ${number} true`, verify: null, files, kind: 'behaviour' },
  ...(dependsOn.length > 0 && { dependsOn }),
});
const labels = (
  plan: readonly PlannedCriterion[],
  done: readonly string[],
  aside: readonly string[] = [],
  atMost = 9,
) => nextCriteria(plan, { done, aside }, atMost).map((index) => plan[index]?.label);

describe('what may be begun', () => {
  const apart = [sc(1, ['a']), sc(2, ['b']), sc(3, ['c']), sc(4, ['d'])];

  it('PC-01 is all that has nothing in common, as many as may be at once, in the order of the plan', () => {
    expect(labels(apart, [])).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    expect(labels(apart, [], [], 3)).toEqual(['SC-1', 'SC-2', 'SC-3']);
    expect(labels(apart, ['SC-1', 'SC-3'], [], 2)).toEqual(['SC-2', 'SC-4']);
    expect(labels(apart, ['SC-1', 'SC-2', 'SC-3', 'SC-4'])).toEqual([]);
  });

  it('PC-02 is one after another where files are common', () => {
    const same = [sc(1, ['a']), sc(2, ['a'])];
    expect(labels(same, [])).toEqual(['SC-1']);
    expect(labels(same, ['SC-1'])).toEqual(['SC-2']);
  });

  it('PC-03 is not what depends on another that is not met yet', () => {
    const plan = [sc(1, ['a']), sc(2, ['b'], 'SC-1'), sc(3, ['c'])];
    expect(labels(plan, [])).toEqual(['SC-1', 'SC-3']);
    expect(labels(plan, ['SC-1', 'SC-3'])).toEqual(['SC-2']);
  });

  it('is one after another in their order where a plan does not say what each touches', () => {
    const plan = [sc(1, []), sc(2, []), sc(3, ['c']), sc(4, ['d'])];
    for (const [at, expected] of [['SC-1'], ['SC-2'], ['SC-3', 'SC-4']].entries())
      expect(
        labels(
          plan,
          plan.slice(0, at).map(({ label }) => label),
        ),
      ).toEqual(expected);
  });

  it('needs nothing that the plan does not have any more', () => {
    expect(labels([sc(2, ['b'], 'SC-1')], [])).toEqual(['SC-2']);
  });

  it('PC-04 is what does not need one that does not get on', () => {
    const plan = [sc(1, ['a']), sc(2, ['b'], 'SC-1'), sc(3, ['c']), sc(4, ['d'], 'SC-2')];
    expect(labels(plan, [], ['SC-1'])).toEqual(['SC-3']);
    expect(labels(plan, ['SC-3'], ['SC-1'])).toEqual([]);
  });
});

it('PC-04 who waits for one that does not get on names it, also through others', () => {
  const plan = [sc(1, ['a']), sc(2, ['b'], 'SC-1'), sc(3, ['c']), sc(4, ['d'], 'SC-2'), sc(5, ['c', 'a'])];
  expect(heldUpBy(plan, { done: [], aside: ['SC-1'] })).toEqual([
    { label: 'SC-2', by: ['SC-1'] },
    { label: 'SC-4', by: ['SC-1'] },
    { label: 'SC-5', by: ['SC-1'] },
  ]);
  expect(heldUpBy(plan, { done: ['SC-1'], aside: ['SC-3'] })).toEqual([{ label: 'SC-5', by: ['SC-3'] }]);
  expect(heldUpBy(plan, { done: [], aside: [] })).toEqual([]);
});

describe('of a plan of 500 criteria', () => {
  /** So often a criterion was compared with one before it. */
  let compared = 0;
  beforeEach(() => {
    compared = 0;
  });
  const large = (needs: (at: number) => readonly string[]) =>
    Array.from({ length: 500 }, (_, at) => ({
      ...sc(at + 1, [`src/${at}.ts`, `src/more/${at}.ts`]),
      get dependsOn() {
        compared += 1;
        return needs(at);
      },
    }));
  const chain = () => large((at) => (at === 0 ? [] : [`SC-${at}`]));

  it('all that have nothing in common are begun at once', () => {
    expect(
      labels(
        large(() => []),
        [],
        [],
        500,
      ),
    ).toHaveLength(500);
  });

  it.each([0, 250, 498])('in a chain of which %d are met, few are compared', (met) => {
    const plan = chain();
    const done = plan.slice(0, met).map(({ label }) => label);
    expect(labels(plan, done)).toEqual([`SC-${met + 1}`]);
    expect(heldUpBy(plan, { done, aside: [] })).toEqual([]);
    expect(heldUpBy(plan, { done, aside: [`SC-${met + 1}`] })).toHaveLength(499 - met);
    expect(compared).toBeLessThan(1500);
  });
});
