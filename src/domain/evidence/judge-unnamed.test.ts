import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { judgeUnnamed } from './judge-unnamed.ts';

const touched = [
  { path: 'test/old.sh', text: 'exit 0' },
  { path: 'test/gone.sh', text: null },
];
const judged = (...of: Parameters<typeof gateResult>) => judgeUnnamed(gateResult(...of), touched, (text) => text);

it('holds where the tests as they were pass as a whole', () => {
  expect(judged('test', 'passed')).toMatchObject({ gate: 'expectations', verdict: 'passed', findings: [] });
});

it.each([
  ['they fail', 'failed', { exit: 2, why: 'ended with 2' }],
  ['they do not end', 'timeout', { exit: null, why: 'did not end' }],
  ['they pass by their verdict and not by their exit', 'passed', { exit: 1, why: 'excused' }],
] as const)('needs a yes where %s, with what was touched', (_, verdict, more) => {
  const { findings, why } = judged('test', verdict, more);
  expect(findings).toEqual([
    {
      ...{ gate: 'expectations', file: null, line: null, weight: 'note', needs: 'yes' },
      what: `the tests as they were do not pass with the change (${more.why}), and nothing names which: test/old.sh, test/gone.sh`,
      key: JSON.stringify(touched),
    },
  ]);
  expect(why).toContain('1 needs a yes');
});
