// A plan eight times as long, beside eight times a short one: reading goes by the length, never by its square.
import { checkPlan } from '../../src/domain/plan/check-plan.ts';
import type { Bench, Row } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const [short, times] = [250, 8];
const samples = 5;

const of = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('\n');

const plans: Readonly<Record<string, (count: number) => string>> = {
  tables: (count) => of(count, () => '| a | b |\n|---|---|\n| UR-1 | SC-1 |\n'),
  'criteria and the tests that are for them': (count) =>
    of(count, (at) => `- SC-${at}: a\n- TS-${at}: b for SC-${at}\n  - Test file: t/${at}.js`),
  'criteria that need one another': (count) =>
    of(count, (at) => `- SC-${at}: a${at === 0 ? '' : ` (after SC-${at - 1})`}`),
};

export const bench: Bench = {
  name: 'plan-length',
  target: `${times} times as long: <= 2 x the time of ${times} short ones`,
  measure: async () => {
    const rows: Row[] = [];
    for (const [what, planOf] of Object.entries(plans)) {
      const [long, one] = [planOf(short * times), planOf(short)];
      const { subject, floor } = await sampleBoth(
        samples,
        () => checkPlan(long),
        () => {
          for (let plan = 0; plan < times; plan += 1) checkPlan(one);
        },
      );
      const [value, least] = [subject.median, floor.median];
      rows.push({
        ...({ what: `${short * times} ${what}`, unit: 'ms', value, min: subject.min } as const),
        ...{ floor: { what: `${times} plans of ${short}`, value: least }, target: '<= 2 x', met: value <= 2 * least },
      });
    }
    return rows;
  },
};
