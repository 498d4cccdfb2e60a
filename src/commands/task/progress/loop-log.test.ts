import { expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import type { Criterion } from '../../../domain/criterion/criterion.ts';
import type { GateResult } from '../../../domain/evidence/verdict.ts';
import type { Fact } from '../../../domain/thing.ts';
import { tellLoop } from './loop-log.ts';

const attempt = (number: number, results: readonly GateResult[], more: object = {}) => ({
  ...{ number, agent: 'one', tree: `0123456789abcde${number}`, noProgress: false, results, ...more },
});
const round = (id: string, label: string, at: object, history: readonly object[]) =>
  ({ id, spec: { label, text: `it\nfires` }, state: { at, history } }) as unknown as Criterion;
const counts = (passed: number, failed: number) => ({ counts: { passed, failed, skipped: 0, total: passed + failed } });
const green = [
  gateResult('test', 'passed', { ...counts(3, 0), why: '' }),
  gateResult('types', 'skipped', { why: 'no tsconfig.json' }),
  gateResult('coverage', 'passed', { why: '81.5%' }),
  gateResult('red-first', 'passed', { why: 'failed without it' }),
];
const red = [gateResult('test', 'failed', { ...counts(2, 1), why: 'it fires' })];
const passed = { kind: 'ended', outcome: { kind: 'passed', tree: 't', unverified: [] } };
const fact = (thing: string, kind: string, data: object = {}) => ({ thing, kind, data, at: 1 }) as unknown as Fact;

it('a log of attempts has per iteration what was verified, what was done and how it stood, and a summary', () => {
  const facts = [
    fact('a', 'attempt_started', { criterion: 'SC-1', attempt: 1, agent: 'one', resumed: false }),
    fact('a', 'attempt_judged', {}),
    fact('b', 'attempt_started', { criterion: 'SC-2', attempt: 1, agent: 'one', resumed: false }),
    fact('a', 'stop_held_back', { criterion: 'SC-1', left: ['the docs'], times: 1, of: 3 }),
    fact('a', 'attempt_judged', {}),
  ];
  const history = [attempt(1, red), attempt(2, green, { noProgress: true, differs: ['it says 4'] })];
  const told = tellLoop({ id: 'shop-1', text: 'beat\n' }, [round('a', 'SC-1', passed, history)], facts);
  const [first = '', second = '', summary = ''] = told.split(/^(?=### Iteration 2|## Summary)/m);
  expect(first).toMatch(/^# Ralph Loop Log\n\nshop-1: beat\n\n## SC-1: it fires\n\n### Iteration 1\n/);
  expect(first).toContain(
    '**Verification Results**:\n- Tests: FAIL (2 passed, 1 failed, 0 skipped): it fires\n- Type Check: not run\n- Lint: not run\n- Coverage: not run\n',
  );
  expect(first).toMatch(/\*\*Actions Taken\*\*:\n- .*SC-1.*one.*\n- one left tree 0123456789ab\n/);
  expect(first.trimEnd()).toMatch(/\*\*Iteration Status\*\*: CONTINUE$/);
  expect(second).toContain(
    '- Type Check: SKIPPED: no tsconfig.json\n- Lint: not run\n- Coverage: PASS: 81.5%\n- red-first: PASS',
  );
  expect(second).toContain('sent on (1 of 3): the docs');
  expect(second.trimEnd()).toMatch(/COMPLETE \(no progress; it says 4\)$/);
  expect(summary).toBe('## Summary\n\n- Total iterations: 2\n- Criteria met: 1 of 1\n- Final status: COMPLETE\n');
});

const blocked = { kind: 'ended', outcome: { kind: 'blocked', why: 'no' } };
const open = { kind: 'prompting', cut: false };
it.each([
  ['nothing was begun', [], 'Criteria met: 0 of 0\n- Final status: NOT BEGUN'],
  [
    'it goes on',
    [round('a', 'SC-1', open, [attempt(1, red)])],
    '0 of 1\n- Still failing: SC-1 test\n- Final status: CONTINUE',
  ],
  [
    'it is blocked',
    [round('a', 'SC-1', blocked, [attempt(1, red)])],
    'Still failing: SC-1 test\n- Final status: BLOCKED',
  ],
  [
    'a later round met it',
    [round('a', 'SC-1', blocked, [attempt(1, red)]), round('b', 'SC-1', passed, [attempt(1, green)])],
    'Total iterations: 2\n- Criteria met: 1 of 1\n- Final status: COMPLETE',
  ],
])('where %s, its summary says so', (_words, criteria, summary) => {
  expect(tellLoop({ id: 'shop-1', text: 'beat' }, criteria, [])).toContain(summary);
});
