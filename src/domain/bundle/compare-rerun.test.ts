import { describe, expect, it } from 'vitest';
import { gatePlan, gateResult } from '../../../test/fakes/outside.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { TestIds } from '../evidence/verdict.ts';
import { compareGate, compareRed } from './compare-rerun.ts';

const ids = (passed: readonly string[], failed: readonly string[] = [], skipped: readonly string[] = []): TestIds => ({
  ...{ passed, failed, skipped },
});

describe('a gate that is run again', () => {
  const definition = gatePlan.gates.find(({ gate }) => gate === 'test') as GateDefinition;
  const told = (recorded: ReturnType<typeof gateResult>, again: ReturnType<typeof gateResult>) =>
    compareGate({ tree: 't1', criterion: 'SC-1', definition, recorded }, again);
  const of = { gate: 'test', criterion: 'SC-1', tree: 't1' };
  const named = gateResult('test', 'passed', { ids: ids(['a', 'b', 'c', 'd'], ['e']) });
  const silent = gateResult('test', 'passed');

  it.each([
    ['failed', 'fails'],
    ['timeout', 'does not end in time'],
    ['skipped', 'is skipped'],
    ['not_configured', 'says nothing'],
  ] as const)('and is %s now differs from one that passed', (verdict, said) => {
    expect(told(silent, gateResult('test', verdict, { why: 'so' }))).toEqual([
      { ...of, id: null, said: `passed, and now ${said}: so` },
    ]);
  });

  it('passes as it did, whether its tests had names then or have them now', () => {
    expect(told(silent, silent)).toEqual([]);
    expect(told(silent, named)).toEqual([]);
    expect(told(named, named)).toEqual([]);
  });

  it('is held to nothing where it had not passed', () => {
    for (const verdict of ['failed', 'timeout', 'skipped', 'not_configured'] as const)
      expect(told({ ...named, verdict }, gateResult('test', 'failed'))).toEqual([]);
  });

  it('names each test that passed then and does not now, though the whole passes', () => {
    expect(told(named, gateResult('test', 'passed', { ids: ids(['a', 'x'], ['b'], ['c']) }))).toEqual([
      { ...of, id: 'b', said: 'passed, and now fails' },
      { ...of, id: 'c', said: 'passed, and now is skipped' },
      { ...of, id: 'd', said: 'passed, and now is not there' },
    ]);
  });

  it('that named its tests and names none now differs, beside what is said of the whole', () => {
    const none = { ...of, id: null, said: 'named its tests, and names none now' };
    expect(told(named, silent)).toEqual([none]);
    expect(told(named, gateResult('test', 'failed', { why: 'so' }))).toEqual([
      { ...of, id: null, said: 'passed, and now fails: so' },
      none,
    ]);
  });
});

describe('a proof of red that is run again', () => {
  const proven = { label: 'SC-1', text: '', start: 't0', tree: 't1', red: ['a', 'b'], green: ['a', 'c'], before: null };
  const told = (verdict: 'passed' | 'failed', red: TestIds | null, green: TestIds | null) =>
    compareRed(proven, gateResult('red-first', verdict, { why: 'so' }), { red, green }).map(({ id, said }) => [
      id,
      said,
    ]);
  const of = { gate: 'red-first', criterion: 'SC-1', tree: 't1' };

  it('is as it was where the same fail without the change and the same pass with it', () => {
    expect(told('passed', ids([], ['a', 'b', 'x']), ids(['a', 'c', 'x']))).toEqual([]);
  });

  it('differs where it is not proven any more, and says on which tree', () => {
    const differs = compareRed(proven, gateResult('red-first', 'failed', { why: 'so' }), {
      ...{ red: ids([], ['a', 'b']), green: ids(['a', 'c']) },
    });
    expect(differs).toEqual([{ ...of, id: null, said: 'was proven, and now is not: so' }]);
  });

  it.each([
    ['passes', ids(['b'], ['a'])],
    ['is skipped', ids([], ['a'], ['b'])],
    ['is not there', ids([], ['a'])],
  ])('differs where a test that failed without the change %s', (now, red) => {
    expect(told('passed', red, ids(['a', 'c']))).toEqual([
      ['b', `failed without the change, and now ${now} without it`],
    ]);
  });

  it.each([
    ['fails', ids(['a'], ['c'])],
    ['is skipped', ids(['a'], [], ['c'])],
    ['is not there', ids(['a'])],
  ])('differs where a test that passed with the change %s', (now, green) => {
    expect(told('passed', ids([], ['a', 'b']), green)).toEqual([
      ['c', `passed with the change, and now ${now} with it`],
    ]);
  });

  it('differs in each test where nothing is named any more, and in the whole before them', () => {
    expect(told('failed', null, null)).toEqual([
      [null, 'was proven, and now is not: so'],
      ['a', 'failed without the change, and now is not named without it'],
      ['b', 'failed without the change, and now is not named without it'],
      ['a', 'passed with the change, and now is not named with it'],
      ['c', 'passed with the change, and now is not named with it'],
    ]);
  });
});
