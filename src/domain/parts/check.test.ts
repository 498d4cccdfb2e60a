import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings } from '../../../test/fakes/outside.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { Run } from '../run/run.ts';
import {
  capturing,
  foundResults,
  type Ground,
  inspecting,
  nextGate,
  programGates,
  recording,
  runGate,
  staging,
} from './check.ts';
import { learn } from './known.ts';

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
    const missing = { error_code: 'PATH_NOT_FOUND', message: 'There is no program run.', details: { program: 'run' } };
    expect(
      nextGate(plan, none, () => ended({ kind: 'exited', code: 0 }, { kind: 'refused', failure: missing })),
    ).toMatchObject({ result: { verdict: 'not_configured', why: expect.stringContaining('run was not found') } });
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

describe('what is asked of a tree before and after its gates', () => {
  const of = ground(gate('test'));
  const { hub, gatePlan: plan } = of;

  it('is to keep it, to look at it, to check it out clean, and to put on record what was said', () => {
    expect(capturing(of, '/copy', 'c')).toEqual({ hub, copy: '/copy', base: base.tree, label: 'c' });
    const look = { hub, base: base.tree, tree: 't', plan, settings: gateSettings };
    expect(inspecting(of, 't')).toEqual(look);
    expect(inspecting(of, 't', 's')).toEqual({ ...look, start: 's' });
    const clean = {
      ...{ hub, tree: 't', base: base.tree, overlay: null, label: 'c', dependencies: '/deps' },
      ...{ folders: plan.dependencyFolders, repository: false },
    };
    expect(staging(of, 't', 'c')).toEqual(clean);
    expect(staging(of, 't', 'c', ['a.test.ts'])).toEqual({ ...clean, overlay: ['a.test.ts'] });
    const results = [gateResult('test', 'passed')];
    const record = { base: base.commit, tree: 't', definitions: plan.definitions, results };
    expect(recording(of, 't', results)).toEqual({ ...record, criterion: null, attempt: null });
    expect(recording(of, 't', results, { criterion: 'SC-1', attempt: 2 })).toEqual({
      ...{ ...record, criterion: 'SC-1', attempt: 2 },
    });
  });
});

describe('the run of one gate', () => {
  const definition = gate('test');
  const of = { dependencies: '/deps', sandbox: 'auto' } as const;
  const purpose = { kind: 'gate', definition, folder: '/tree', only: null, dependencies: '/deps' };
  const more = { observed: { tests: [], guarded: [] }, turned: true, lines: { of: 'x' }, missing: ['a'] } as object;
  const wanted = { definition, folder: '/tree' };

  it('is told what is wanted of it, and nothing that is not', () => {
    expect(runGate(of, wanted, null)).toEqual({
      kind: 'begin',
      run: { purpose, deadlineMs: 1_000, sandbox: 'auto' },
    });
    const measured = { ...more, canary: { is: 'y' }, measures: { to: 't' }, only: ['a'] } as object;
    expect(runGate(of, { ...wanted, ...measured, deadlineMs: 5 }, null)).toEqual({
      ...{ kind: 'begin', run: { purpose: { ...purpose, ...measured }, deadlineMs: 5, sandbox: 'auto' } },
    });
  });

  it('is waited for by its name until it has ended', () => {
    const going = { state: { kind: 'running' } } as unknown as Run;
    expect(runGate(of, wanted, going)).toEqual({ kind: 'wait', on: 'the gate test' });
    expect(runGate(of, { ...wanted, name: 'half' }, 'wait')).toEqual({ kind: 'wait', on: 'the gate half' });
  });
});

it('gates that need a program stand in their order, whatever order they are told in', () => {
  const told = ['shots', 'red-first', 'test', 'tamper', 'lint', 'secrets', 'types', 'hooks', 'build'];
  const held = { ...gate('size'), holds: {} } as unknown as GateDefinition;
  expect(programGates([held, ...told.map((name) => gate(name))]).map(({ gate: name }) => name)).toEqual([
    ...['build', 'types', 'lint', 'test', 'shots'],
  ]);
});

it.each([
  ['build', true, false],
  ['lint', true, false],
  ['test', true, true],
  ['shots', true, true],
  ['test', undefined, false],
] as const)(
  'what the gate %s reads beside what ships is observed where that is wanted (%s): %s',
  (name, observes, is) => {
    const { tests, guarded } = gatePlan;
    const of = { ...ground(gate(name)), ...(observes && { observes }) };
    const began = nextGate(of, none, () => null);
    expect(began).toMatchObject({ kind: 'begin', gate: name });
    expect(began).toHaveProperty('run.purpose.kind', 'gate');
    const purpose = began.kind === 'begin' ? began.run.purpose : null;
    expect(purpose !== null && 'observed' in purpose ? purpose.observed : null).toEqual(is ? { tests, guarded } : null);
  },
);

it('what was learned is laid over what was known, part by part', () => {
  const known = { place: { a: 1, b: 2 }, work: { c: 3 } };
  expect(learn(known, { place: { b: 4 } })).toEqual({ place: { a: 1, b: 4 }, work: { c: 3 } });
  expect(learn(known, {})).toEqual(known);
});
