// The base is judged before an agent is paid: what is run on it, what is kept of it, and what a person is told of a red one.
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, hub } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, done, ranGate, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';
import { gateAt } from './base-gates.ts';

const gates: TaskStep = { kind: 'base_gates', folder: '/stage', results: [] };

describe('the base', () => {
  const staging = {
    ...{ hub, tree: base.tree, base: base.tree, overlay: null, label: 'shop-1/base', dependencies: null },
    ...{ folders: [], repository: false },
  };
  it('is checked out clean; verdicts of another task on the same are asked for, unless it is to be judged anew', () => {
    const effect = (fresh?: true) => decided(standing({ kind: 'staging_base' }, {}, {}, fresh ? { fresh } : {}));
    expect(effect()).toEqual({
      kind: 'perform',
      effect: { name: 'stage-tree', input: { ...staging, definitions: 'd1' } },
    });
    expect(effect(true)).toEqual({ kind: 'perform', effect: { name: 'stage-tree', input: staging } });
  });

  it('is given to its gates, or taken as it was judged, which is said', () => {
    const thing = standing({ kind: 'staging_base' });
    expect(done(thing, 'stage-tree', { folder: '/stage', tree: 't' }).state.at).toEqual(gates);
    const kept = [gateResult('test', 'failed'), gateResult('lint', 'passed')];
    const known = done(thing, 'stage-tree', { folder: '', tree: 't', kept });
    expect(known.state.at).toEqual({ kind: 'recording_base', results: kept });
    expect(known.said).toEqual([
      { kind: 'gate_judged', data: { on: 'base', gate: 'test', verdict: 'failed', why: 'it does not work' } },
      { kind: 'gate_judged', data: { on: 'base', gate: 'lint', verdict: 'passed', why: 'all well' } },
    ]);
  });

  it('has a gate begun, waited for, heard and begun anew where the keeper died', () => {
    expect(decided(standing(gates))).toMatchObject({
      kind: 'spawn',
      children: [
        {
          key: 'run-1',
          spec: {
            purpose: { kind: 'gate', definition: gatePlan.gates[0], folder: '/stage', only: null, dependencies: null },
            ...{ deadlineMs: 60_000, sandbox: 'auto' },
          },
        },
      ],
      state: { runs: 1, fetched: 0 },
    });
    const begun = standing(gates, {}, { runs: 1 });
    const wait = { kind: 'wait', until: null, on: 'the gate test' };
    expect(decided(begun)).toEqual(wait);
    expect(decided(begun, { children: [ranGate(null)] })).toEqual(wait);
    const passed = gateResult('test', 'passed');
    expect(decided(begun, { children: [ranGate(passed)] })).toEqual({
      kind: 'advance',
      state: { ...begun.state, fetched: 1, at: { ...gates, results: [passed] } },
      said: [{ kind: 'gate_judged', data: { on: 'base', gate: 'test', verdict: 'passed', why: 'all well' } }],
    });
    expect(decided(begun, { children: [ranGate(passed, { kind: 'lost' })] })).toEqual({
      kind: 'advance',
      state: { ...begun.state, fetched: 1, at: gates },
      said: [],
    });
  });

  it('a gate for which nothing is run has spoken without a run', () => {
    const absent = { ...gatePlan.gates[0], absent: { verdict: 'not_configured', why: 'no test is configured' } };
    const thing = standing(gates, { place: { gatePlan: { ...gatePlan, gates: [absent] } as never } });
    expect(decided(thing)).toMatchObject({
      kind: 'advance',
      state: { runs: 0, fetched: 0, at: { results: [{ gate: 'test', verdict: 'not_configured' }] } },
      said: [{ data: { on: 'base', verdict: 'not_configured' } }],
    });
  });

  it('that all gates have judged goes on record, and on where it is green', () => {
    const results = [gateResult('test', 'passed')];
    expect(decided(standing({ ...gates, results }))).toMatchObject({
      kind: 'advance',
      state: { at: { kind: 'recording_base', results } },
      said: [],
    });
    const input = {
      ...{ base: base.commit, tree: base.tree, definitions: 'd1', results, criterion: null, attempt: null },
    };
    const recording = standing({ kind: 'recording_base', results });
    expect(decided(recording)).toEqual({ kind: 'perform', effect: { name: 'record-evidence', input } });
    const next = (of: readonly GateResult[]) =>
      done(standing({ kind: 'recording_base', results: of }), 'record-evidence', {}).state;
    expect(next(results)).toMatchObject({ at: { kind: 'analyzing' }, known: { work: { baseline: results } } });
    for (const verdict of ['failed', 'timeout'] as const) {
      const red = [...results, gateResult('lint', verdict)];
      expect(next(red)).toMatchObject({ at: { kind: 'base_judged' }, known: { work: { baseline: red } } });
    }
  });

  it('names the gate that runs now', () => {
    const runs = [ranGate(gateResult('lint', 'passed')), ranGate(null)];
    expect(gateAt({ runs } as never)).toBe(': test');
    expect(gateAt({ runs: runs.slice(0, 1) } as never)).toBe('');
    expect(gateAt({ runs: [{ ...runs[1], spec: { purpose: { kind: 'fetch' } } }] } as never)).toBe('');
  });
});

describe('a red base', () => {
  const named = gateResult('test', 'failed', { ids: { passed: [], failed: ['a'], skipped: [] }, tail: 'not ok a\n' });
  const unnamed = gateResult('lint', 'failed', { argv: ['npm', 'run', 'the lint'], tail: 'x'.repeat(9_000) });
  const asked = (...baseline: readonly GateResult[]) => {
    const decision = decided(standing({ kind: 'base_judged' }, { work: { baseline } }));
    if (decision.kind !== 'ask') throw new Error(decision.kind);
    return decision;
  };

  it('whose failures have names is gone on with, and is no person’s', () => {
    const { question, answeredBy, state } = asked(named, gateResult('lint', 'passed'));
    expect(question).toMatchObject({ kind: 'base_red', binding: base.commit, shown: { results: [named] } });
    expect(question.text).toBe(
      'The base is red before anything was changed: test (it does not work).\n\ntest: npm test\nnot ok a\n\n' +
        'Set-up, gates and the search path of programs are frozen in the task. Say in your configuration what is to be done ' +
        '("drover workspace set shop gates.lint off", for one), then answer: mend.',
    );
    expect(question.choices).toEqual([
      { id: 'go_on', label: 'go on and judge only new failures', words: 'none' },
      { id: 'retry', label: 'run the base again', words: 'none' },
      {
        id: 'mend',
        label: 'mend the set-up: take set-up and gates as they are configured now',
        words: 'none',
      },
      { id: 'cancel', label: 'cancel the task', words: 'none' },
    ]);
    expect(question.assent).toBeUndefined();
    expect(answeredBy).toEqual({ choice: 'go_on' });
    expect(state.at).toMatchObject({ kind: 'asking', question: 'base_red', back: { kind: 'staging_base' } });
  });

  it('whose failures nothing tells apart is a person’s, who is told that it will not be verified', () => {
    const { question, answeredBy } = asked(unnamed, { ...unnamed, gate: 'types', tail: 'short' }, named);
    expect(answeredBy).toBeNull();
    expect(question.choices[0]?.label).toBe('go on; the task ends not verified while lint and types fails');
    expect(question.text).toContain('lint (it does not work), types (it does not work), test (it does not work).');
    expect(question.text).toContain(
      'Nothing names what fails in lint, types: a new failure there could not be told from these.\n',
    );
    const third = 'x'.repeat(Math.floor((8 * 1024) / 3));
    expect(question.text).toContain(`lint: npm run 'the lint'\n${third}\n\ntypes: npm run 'the lint'\nshort\n\ntest`);
  });

  it('is gone on with where a person says so, run again, or no question at all where it is green', () => {
    const at = asking({ kind: 'staging_base' });
    const next = (choice: string) => decided(standing(at), { questions: [answer(choice)] });
    expect(next('go_on')).toMatchObject({ state: { at: { kind: 'analyzing' } } });
    expect(next('retry')).toMatchObject({ state: { at: { kind: 'staging_base' } } });
    expect(() => asked(gateResult('test', 'passed'))).toThrow('the base is green');
  });
});
