// What was found without running anything, as the result of its gate.
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import type { GatePlan } from '../evidence/gate-plan.ts';
import type { Finding } from '../evidence/verdict.ts';
import {
  byGate,
  excuse,
  failing,
  failureKey,
  fromFindings,
  lightenEdits,
  notMeant,
  proveRed,
  startOf,
  withoutSay,
} from './judge-attempt.ts';

const finding = (gate: string, weight: string, what: string, file: string | null = null, line: number | null = null) =>
  ({ gate, weight, what, file, line }) as unknown as Finding;

it('is a pass where nothing is grave, and says how much was noted', () => {
  expect(fromFindings('tamper', [])).toMatchObject({ gate: 'tamper', verdict: 'passed', why: 'nothing found' });
  expect(fromFindings('tamper', [finding('tamper', 'note', 'a')])).toMatchObject({ why: '1 noted' });
  const noted = [finding('tamper', 'note', 'a'), finding('tamper', 'note', 'b')];
  expect(fromFindings('tamper', noted)).toMatchObject({ verdict: 'passed', why: '2 noted', findings: noted });
});

it('names what is grave, each with its place', () => {
  const all = [
    finding('secrets', 'fail', 'a key', 'a.ts', 3),
    finding('secrets', 'note', 'a name'),
    finding('secrets', 'fail', 'a token', 'b.ts'),
    finding('secrets', 'fail', 'a word'),
  ];
  expect(fromFindings('secrets', all)).toMatchObject({
    ...{ verdict: 'failed', why: 'a.ts:3: a key; b.ts: a token; a word', findings: all },
  });
});

it('each gate has its own, and one that found nothing says nothing', () => {
  const all = [finding('tamper', 'note', 'a'), finding('secrets', 'fail', 'b'), finding('tamper', 'fail', 'c')];
  expect(byGate(all).map(({ gate, verdict, why }) => `${gate} ${verdict} ${why}`)).toEqual([
    ...['tamper failed c', 'secrets failed b'],
  ]);
  expect(byGate([])).toEqual([]);
});

it('two attempts failed the same way where the same gates failed on the same tests, or for the same reason', () => {
  const result = (gate: string, verdict: string, why: string, failed: readonly string[] | null = null) =>
    ({ gate, verdict, why, ids: failed === null ? null : { passed: [], failed, skipped: [] } }) as never;
  const key = (...results: readonly never[]) => failureKey(results);
  expect(key(result('test', 'failed', '1 s', ['a']))).toBe(
    key(result('test', 'failed', '2 s', ['a']), result('lint', 'passed', '')),
  );
  expect(key(result('test', 'failed', '', ['a']))).not.toBe(key(result('test', 'failed', '', ['b'])));
  expect(key(result('lint', 'failed', 'x'))).not.toBe(key(result('lint', 'failed', 'y')));
  expect(key(result('lint', 'failed', 'x'))).not.toBe(key(result('lint', 'timeout', 'x')));
  expect(key(result('lint', 'failed', 'x'))).not.toBe(key(result('types', 'failed', 'x')));
  const all = ['passed', 'failed', 'skipped', 'timeout', 'not_configured'].map((verdict) =>
    result('lint', verdict, ''),
  );
  expect(failing(all).map(({ verdict }) => verdict)).toEqual(['failed', 'timeout']);
});

const removed: Finding = {
  ...{ gate: 'tamper', what: 'a test was removed', file: 'a.test.js', line: 1, weight: 'fail' },
  edits: 'removed',
};
const tamper = gateResult('tamper', 'failed', { findings: [removed] });
const ids = { passed: ['a.test.js > first'], failed: [], skipped: [] };
const told = gateResult('test', 'passed', { ids });

it.each([
  ['passed', 'both sides name their tests', told, told, 'removed'],
  ['failed', 'the tests do not pass', told, gateResult('test', 'failed', { ids }), 'removed'],
  ['failed', 'the base names none', gateResult('test', 'passed'), told, 'removed'],
  ['failed', 'the change names none', told, gateResult('test', 'passed'), 'removed'],
  ['failed', 'another kind of edit is let pass', told, told, 'silenced'],
] as const)('a test that was removed is %s where %s', (verdict, _, base, now, edits) => {
  const results = lightenEdits([base], [now, tamper], [edits]);
  expect(results.find(({ gate }) => gate === 'tamper')?.verdict).toBe(verdict);
});

it.each([
  ['lint', 'not_configured', null, ['lint']],
  ['lint', 'not_configured', false, ['lint']],
  ['lint', 'not_configured', true, []],
  ['test', 'not_configured', true, ['test']],
  ['lint', 'skipped', null, []],
  ['lint', 'passed', null, []],
] as const)('%s that is %s, its absence chosen: %s, leaves unverified %j', (gate, verdict, chosen, unverified) => {
  const absent = chosen === null ? null : { verdict, why: '', chosen };
  const gates = [
    { gate, absent },
    { gate: 'types', absent: { verdict, why: '', chosen: true } },
  ] as unknown as GatePlan['gates'];
  expect(withoutSay([gateResult(gate, verdict)], { gates })).toEqual(unverified);
});

const failedIds = (...failed: readonly string[]) => ({ ids: { passed: [], failed, skipped: [] } });

it.each([
  ['test', 'passed', 'passed', 'all well', 'test', 'failed', {}],
  ['test', 'failed', 'passed', 'pre-existing: 1 failing on the base already', 'test', 'failed', failedIds('a')],
  ['test', 'failed', 'failed', 'wrong', 'test', 'failed', failedIds('b')],
  ['test', 'failed', 'failed', 'wrong', 'lint', 'failed', failedIds('a')],
  [
    ...['test', 'failed', 'not_configured'],
    'wrong; failed on the base already, and nothing tells its failures there from those of the change: not verified',
    ...['test', 'failed', {}],
  ],
  ['test', 'timeout', 'timeout', 'wrong', 'test', 'failed', failedIds('a')],
  ['test', 'not_configured', 'failed', 'ran on the base, and runs nothing now: wrong', 'test', 'passed', {}],
  ['test', 'not_configured', 'not_configured', 'wrong', 'test', 'not_configured', {}],
] as const)('a gate %s that %s is %s, for %s, where on the base %s %s %j', (gate, now, verdict, why, of, then, ids) => {
  const said = gateResult(gate, now, { why: now === 'passed' ? 'all well' : 'wrong', ...failedIds('a') });
  expect(excuse([gateResult(of, then, ids)], said)).toMatchObject({ gate, verdict, why });
});

it('a gate whose processes outlive it is not excused by its failures', () => {
  const base = gateResult('test', 'failed', failedIds('a'));
  expect(excuse([base], gateResult('test', 'failed', { ...failedIds('a'), left: 2 }))).toMatchObject({
    ...{ verdict: 'failed', ids: null, why: expect.stringContaining('2 processes') },
  });
});

it.each([
  ['is noted', 'passed', [removed]],
  [
    'is noted beside what is not let pass, which stays',
    'failed',
    [removed, { ...removed, edits: 'silenced' } as Finding],
  ],
  ['is noted, and another one before it', 'passed', [finding('tamper', 'note', 'a name'), removed]],
] as const)('what was removed %s', (_, verdict, findings) => {
  const all = [gateResult('secrets', 'failed', { findings: [removed] }), gateResult('tamper', 'failed', { findings })];
  const [first, tampered] = lightenEdits([told], [...all, told], ['removed']);
  expect(tampered).toMatchObject({ gate: 'tamper', verdict });
  // Another gate's word is its own.
  expect(first).toBe(all[0]);
});

describe('P1 the start of a criterion', () => {
  const test = (verdict: string, exit: number | null) => ({ gate: 'test', verdict, exit }) as never;
  const begun = (start?: object) =>
    ({ base: { tree: 'b' }, baseline: [test('passed', 0)], ...(start && { start }) }) as never;

  it('is the base where none came before', () => {
    expect(startOf(begun())).toEqual({ tree: 'b', test: test('passed', 0) });
  });

  it.each<[string, unknown, unknown]>([
    ['green', test('passed', 0), test('passed', 0)],
    ['red where it passed by what had failed before all of it', test('passed', 1), test('failed', 1)],
    ['red where it failed', test('failed', 1), test('failed', 1)],
    ['unknown where its tests never ran', null, null],
  ])('is %s', (_, was, is) => {
    expect(startOf(begun({ tree: 't', test: was }))).toEqual({ tree: 't', test: is });
  });
});

it.each([
  ['another criterion is meant', {}, ['a.test.js > old']],
  ['it is the only one', { alone: true }, []],
  ['its words name the test', { text: 'the old one: `old` passes' }, []],
  ['its plan names the file', { files: ['a.test.js'] }, []],
] as const)(
  'P1 tests that failed before say nothing of a criterion where %s; a file that did not load may',
  (_, more, ids) => {
    const failed = ['a.test.js > old', 'b.test.js'];
    const baseline = [gateResult('test', 'failed', { ids: { passed: [], failed, skipped: [] } })];
    const spec = { base: { tree: 'b' }, baseline, text: 'it is new', verify: null, ...more };
    expect(notMeant(spec as never)).toEqual(ids);
  },
);

it.each([
  ['failed', 'failed before already', {}],
  ['passed', 'red without the change', { alone: true }],
] as const)('P1 a test beside one that failed before, which the change mends: %s, %s', (verdict, why, more) => {
  const half = (passed: readonly string[], failed: readonly string[]) =>
    gateResult('test', failed.length > 0 ? 'failed' : 'passed', {
      exit: failed.length,
      ids: { passed, failed, skipped: [] },
    });
  const red = half(['a.test.js > new'], ['a.test.js > old']);
  const spec = { base: { tree: 'b' }, baseline: [red], text: 'it is new', verify: null, ...more };
  const halves = {
    tests: ['a.test.js'],
    handed: ['a.test.js'],
    red,
    green: half(['a.test.js > new', 'a.test.js > old'], []),
  };
  expect(proveRed(spec as never, halves)).toMatchObject({ verdict, why: expect.stringContaining(why) });
});
