import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings } from '../../../test/fakes/outside.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { Run } from '../run/run.ts';
import { foundResults, type Ground, nextGate } from './check.ts';

const gate = (name: GateDefinition['gate'], absent: GateDefinition['absent'] = null): GateDefinition => ({
  ...{ gate: name, source: 'detected', argv: ['run', name], runner: null, deadlineMs: 1_000, absent },
});
const ground = (...gates: readonly GateDefinition[]): Ground => ({
  ...{ hub: { path: '/hub', checkout: '/co' }, base, gateSettings, dependencies: '/deps', sandbox: 'auto' },
  gatePlan: { ...gatePlan, gates },
});
const none = { folder: '/tree', results: [] };
const ended = (ending: object, result: object): Run => ({ state: { kind: 'ended', ending, result } }) as unknown as Run;

describe('the gates of a tree', () => {
  it('are run one after another, build before test, in the folder of the tree; those without a program never', () => {
    const plan = ground(gate('test'), gate('tamper'), gate('build'));
    expect(nextGate(plan, none, () => null)).toMatchObject({
      kind: 'begin',
      gate: 'build',
      run: { purpose: { folder: '/tree', only: null, dependencies: '/deps' }, deadlineMs: 1_000 },
    });
    const built = { folder: '/tree', results: [gateResult('build', 'passed')] };
    expect(nextGate(plan, built, () => 'wait')).toEqual({ kind: 'wait', on: 'the gate test', gate: 'test' });
    expect(nextGate(plan, { ...built, results: [...built.results, ...built.results] }, () => null).kind).toBe('done');
  });

  it('tests that passed on the base and fail are run once more, before the next gate; what is said then stands for both', () => {
    const reach = { flags: 'arguments', files: 'append' } as const;
    const ids = (passed: readonly string[], failed: readonly string[]) => ({ passed, failed, skipped: [] });
    const baseline = [gateResult('test', 'passed', { ids: ids(['a.js > a', 'b.js > b'], []) })];
    const plan = { ...ground({ ...gate('test'), reach }, gate('custom')), baseline };
    const first = gateResult('test', 'failed', { ids: ids(['b.js > b'], ['a.js > a']) });
    const over = (result: GateResult) => ended({ kind: 'exited', code: 0 }, { kind: 'gate', result });
    const doubted = nextGate(plan, none, () => over(first));
    expect(doubted).toMatchObject({ kind: 'judged', before: [], result: { verdict: 'failed', doubted: true } });
    if (doubted.kind !== 'judged') throw new Error(doubted.kind);
    const at = { folder: '/tree', results: [doubted.result] };
    const names: string[] = [];
    const begun = nextGate(plan, at, ({ gate: name }) => {
      names.push(name);
      return null;
    });
    expect(names).toEqual(['test-again']);
    expect(begun).toMatchObject({
      ...{ kind: 'begin', gate: 'test-again' },
      run: { purpose: { definition: { gate: 'test' }, only: ['a.js'] } },
    });
    const passes = nextGate(plan, at, () => over(gateResult('test', 'passed', { ids: ids(['a.js > a'], []) })));
    expect(passes).toMatchObject({ kind: 'judged', before: [], ran: true, result: { verdict: 'passed' } });
    const fails = nextGate(plan, at, () => over(first));
    if (fails.kind !== 'judged') throw new Error(fails.kind);
    expect(fails.result).toEqual(first);
    expect(nextGate(plan, { ...at, results: [fails.result] }, () => null)).toMatchObject({ gate: 'custom' });
    expect(nextGate(ground({ ...gate('test'), reach }), none, () => over(first))).toMatchObject({ result: first });
  });

  it('where nothing is run for one, that is its result, and no run is looked at', () => {
    const plan = ground(gate('lint', { verdict: 'skipped', why: 'there is none' }));
    const next = nextGate(plan, none, () => {
      throw new Error('looked at');
    });
    expect(next).toMatchObject({ kind: 'judged', ran: false, result: { gate: 'lint', verdict: 'skipped' } });
  });

  it('one whose keeper died says nothing; one that could not be run has failed', () => {
    const plan = ground(gate('lint'));
    expect(nextGate(plan, none, () => ended({ kind: 'lost' }, { kind: 'gate', result: {} })).kind).toBe('lost');
    const failure = { error_code: 'SANDBOX_MISSING', message: 'no sandbox' };
    expect(nextGate(plan, none, () => ended({ kind: 'exited', code: 0 }, { kind: 'refused', failure }))).toMatchObject({
      ...{ kind: 'judged', ran: true },
      result: { gate: 'lint', verdict: 'failed', why: 'no sandbox', argv: ['run', 'lint'] },
    });
  });
});

it('what was found without a program is said by guards that always speak, and by others only where they found something', () => {
  const results = foundResults({ tamper: [], secrets: [] });
  expect(results.map(({ gate: name, verdict }) => [name, verdict])).toEqual([
    ['tamper', 'passed'],
    ['secrets', 'passed'],
  ]);
});

it('PC-22 a gate that needs no program fails with all that it found, else says what it came to; no program is begun for it', () => {
  const long = { gate: 'limits', what: 'is long', file: 'a.ts', line: 3, weight: 'fail' } as const;
  const held = { gate: 'limits', source: 'base', otherwise: { verdict: 'passed', why: '2 files measured' } } as const;
  const told = (findings: readonly Finding[]) =>
    foundResults({ tamper: [], secrets: [], held: [{ ...held, findings }] }).find(
      ({ gate: name }) => name === 'limits',
    );
  expect(told([])).toMatchObject({ verdict: 'passed', why: '2 files measured', source: 'base' });
  expect(told([{ ...long, weight: 'note' }])).toMatchObject({ verdict: 'passed', why: '2 files measured' });
  expect(told([long])).toMatchObject({ verdict: 'failed', why: 'a.ts:3: is long', findings: [long] });
  const limits: GateDefinition = { ...gate('limits'), argv: [], holds: { kind: 'limits', function: 50 } };
  expect(nextGate(ground(limits), none, () => null).kind).toBe('done');
});
