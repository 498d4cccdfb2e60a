// The gates with the files that decide their verdict as they were.
import { describe, expect, it } from 'vitest';
import { gatePlan, gateResult } from '../../../../test/fakes/outside.ts';
import { decided, done, ranGate, standing } from '../../../../test/fakes/standing-task.ts';
import type { GatePlan } from '../../evidence/gate-plan.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';

const at: TaskStep = { kind: 'guarded_gates', tree: 't1', folder: '/s', results: [] };
const ids = { passed: ['a.test.js > one'], failed: [], skipped: [] };
const passed = gateResult('test', 'passed', { ids });
/** What is handed on to be judged, once all of them have run. */
const handedOn = (results: readonly GateResult[], base = passed) =>
  decided(standing({ ...at, results }, { work: { baseline: [base] } }, { runs: 1, fetched: 1 }));

it('are heard one after another without a word of their own: one verdict is told of all', () => {
  const heard = decided(standing(at, {}, { runs: 1 }), { children: [ranGate(passed)] });
  expect(heard).toMatchObject({ kind: 'advance', state: { at: { ...at, results: [passed] }, fetched: 1 } });
  expect(heard).toMatchObject({ said: [] });
  expect(handedOn([passed])).toMatchObject({
    state: { at: { kind: 'judging_guarded', tree: 't1', results: [passed] } },
  });
});

it('say nothing where processes outlive them, unless the base leaves some as well', () => {
  const leaves = { ...passed, left: 1 };
  expect(handedOn([leaves])).toMatchObject({
    state: { at: { results: [{ verdict: 'failed', ids: null, counts: null }] } },
  });
  expect(handedOn([leaves], leaves)).toMatchObject({ state: { at: { results: [leaves] } } });
});

describe('what they are run and judged with', () => {
  const plan = { ...gatePlan, fromStart: true } as unknown as GatePlan;
  const criteria = [
    { label: 'SC-1', text: 'a', verify: 'npm run one', files: [], kind: 'behaviour' },
    { label: 'SC-2', text: 'b', verify: null, files: [], kind: 'behaviour' },
  ] as const;
  const baseline = [
    { ...passed, read: ['jest.config.js', 'a.json'] },
    gateResult('lint', 'passed', { read: ['a.json'] } as never),
  ];
  const work = { baseline, plan: { text: 'p', criteria }, agreed: ['k1'] } as never;
  const known = {
    ...{ tests: ['a.test.js'], read: ['jest.config.js', 'a.json'], commands: ['npm run one'], agreed: ['k1'] },
  };
  const task = (step: TaskStep, more: object = {}, of = plan) =>
    standing(step, { place: { gatePlan: of }, work: { ...(work as object), ...more } }, { runs: 3, fetched: 3 });
  const staging: TaskStep = { kind: 'staging_guarded', tree: 't1' };

  it('is what is known of the base, of the plan, and of what a person agreed to', () => {
    expect(decided(task(staging))).toMatchObject({
      kind: 'perform',
      effect: {
        name: 'stage-tree',
        input: { label: expect.stringMatching(/guarded-3$/), base: 't1', overlay: { guarded: known } },
      },
    });
    expect(decided(task(staging))).not.toHaveProperty('effect.input.overlay.guarded.unobserved');
    const unread = { baseline: [passed], agreed: undefined, plan: null };
    expect(decided(task(staging, unread))).toMatchObject({
      effect: {
        input: { overlay: { guarded: { tests: ['a.test.js'], read: [], commands: [], agreed: [], unobserved: true } } },
      },
    });
  });

  it('is nothing in a plan of old, which knows no files as they were', () => {
    expect(decided(task(staging, {}, gatePlan as unknown as GatePlan))).toMatchObject({
      state: { at: { kind: 'staging_expectations', tree: 't1' } },
    });
  });

  it('is nothing where none of those files was touched', () => {
    const staged = (output: object) => done(task(staging), 'stage-tree', { folder: '/s', ...output }).state.at;
    expect(staged({ laid: ['jest.config.js'] })).toEqual({ ...at, tree: 't1', folder: '/s' });
    expect([staged({ laid: [] }), staged({})]).toEqual(Array(2).fill({ kind: 'staging_expectations', tree: 't1' }));
  });

  const judging: TaskStep = { kind: 'judging_guarded', tree: 't1', results: [passed] };

  it('is judged beside the base, and what came of it is one result', () => {
    expect(decided(task(judging))).toMatchObject({
      ...{ kind: 'perform', effect: { name: 'judge-guarded', input: { tree: 't1', known, baseline, held: [passed] } } },
    });
    const result = gateResult('guarded', 'failed', { why: 'it needs the other file' });
    expect(done(task(judging), 'judge-guarded', { result })).toMatchObject({
      state: { at: { kind: 'recording_test', tree: 't1', results: [result], next: 'held' } },
      said: [
        {
          kind: 'gate_judged',
          data: { on: 'tree', gate: 'guarded', verdict: 'failed', why: 'it needs the other file' },
        },
      ],
    });
    expect(done(task(judging), 'judge-guarded', { result: null })).toMatchObject({
      state: { at: { kind: 'staging_expectations', tree: 't1' } },
      said: [],
    });
  });
});
