// One sentence about the tests of the base.
import { sayNeeds } from '../text/counted.ts';
import type { Finding } from './verdict.ts';

/** `held`: so many hold as they were. */
export function sayExpectations(held: number, findings: readonly Finding[], whose = 'the base'): string {
  const asked = findings.filter(({ needs }) => needs === 'yes').length;
  const holds =
    held === 0
      ? []
      : [`${held} ${held === 1 ? 'test' : 'tests'} of ${whose} ${held === 1 ? 'holds' : 'hold'} as before`];
  const changed = asked === 0 ? [] : [sayNeeds(asked)];
  return [...holds, ...changed].join('; ') || 'nothing is lost';
}

/** Where nothing tells one test from another. */
export const untoldTests =
  'the tests have no names here: what was edited in them is judged by its text alone, which is weaker';
