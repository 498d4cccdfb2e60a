// New and changed tests run once more: in which order, how often, and what is handed on to be judged.
import { describe, expect, it } from 'vitest';
import { gatePlan, gateResult, hub } from '../../../../test/fakes/outside.ts';
import { decided, done, ranGate, standing } from '../../../../test/fakes/standing-task.ts';
import type { GatePlan } from '../../evidence/gate-plan.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';

type Stable = Extract<TaskStep, { kind: 'stable' }>;

const ids = (failed: readonly string[] = []) => ({ passed: ['a.test.js > one'], failed, skipped: [] });
const whole = gateResult('test', 'passed', { ids: ids(), durationMs: 30_000, exit: 0 });
const reaching = (reach: object | undefined): GatePlan =>
  ({ ...gatePlan, gates: [{ ...gatePlan.gates[0], ...(reach && { reach }) }] }) as unknown as GatePlan;
const told = reaching({ flags: 'arguments', files: 'append' });
const sample = { path: 'own.test.js', like: null } as never;
const at = (more: Partial<Stable> = {}): Stable => ({
  ...{ kind: 'stable', tree: 't1', folder: '/s', files: ['a.test.js'], runs: [] },
  ...more,
});
const again = (more: Partial<GateResult> = {}) =>
  gateResult('stable', 'passed', { ids: ids(), durationMs: 20_000, ...more });
const task = (step: TaskStep, state: object = {}, plan: GatePlan = told, results: readonly GateResult[] = [whole]) =>
  standing(step, { place: { gatePlan: plan, hub }, work: { results } }, { runs: 1, fetched: 1, ...state });
/** What is begun, of the run that it spawns. */
const begun = (step: Stable, plan?: GatePlan, results?: readonly GateResult[]) => {
  const decision = decided(task(step, {}, plan, results));
  if (decision.kind !== 'spawn') throw new Error(`it is ${decision.kind}`);
  return (decision.children[0] as { readonly spec: { readonly purpose: object } }).spec.purpose as Record<
    string,
    unknown
  >;
};
const came = (step: Stable, result: GateResult, plan?: GatePlan) =>
  decided(task(step, { fetched: 0 }, plan), { children: [ranGate(result)] });

describe('the tests that were changed', () => {
  const staging: TaskStep = { kind: 'staging_stable', tree: 't1' };
  const staged = (output: object, plan?: GatePlan) =>
    done(task(staging, {}, plan), 'stage-tree', { folder: '/s', ...output }).state.at;

  it('are staged with what tests there are', () => {
    expect(decided(task(staging))).toMatchObject({
      kind: 'perform',
      effect: {
        name: 'stage-tree',
        input: {
          tree: 't1',
          label: expect.stringMatching(/stable-1$/),
          overlay: { globs: gatePlan.tests, whole: true },
        },
      },
    });
  });

  it.each<[string, readonly GateResult[]]>([
    ['none were run', []],
    ['they failed', [{ ...whole, verdict: 'failed' }]],
  ])('are left where %s', (_, results) => {
    for (const step of [staging, at(), { ...at(), kind: 'judging_stable' } as TaskStep])
      expect(decided(task(step, {}, told, results))).toMatchObject({
        ...{ kind: 'advance', state: { at: { kind: 'staging_hooks', tree: 't1' } } },
      });
  });

  it('are run where there are some; where there are none, one of ours may be', () => {
    expect(staged({ laid: ['a.test.js'] })).toEqual(at());
    expect(staged({ laid: ['a.test.js'], moreLaid: true })).toEqual(at({ moreLaid: true }));
    expect(staged({ laid: [] })).toEqual({ kind: 'staging_hooks', tree: 't1' });
    expect(staged({ sample })).toEqual(at({ files: ['own.test.js'], sample }));
  });

  it.each([
    [undefined, false],
    [{ flags: 'none', files: 'append' }, false],
    [{ flags: 'arguments', files: 'no' }, false],
    [{ flags: 'arguments', files: 'append' }, true],
  ])('ours are none of a runner that is reached by %j: %s', (reach, is) => {
    expect(staged({ sample }, reaching(reach))).toMatchObject({ kind: is ? 'stable' : 'staging_hooks' });
  });
});

describe('a run of them', () => {
  it('is in another order first, then in their own', () => {
    expect(begun(at())).toMatchObject({ turned: true, only: ['a.test.js'] });
    expect(begun(at({ asUsual: true }))).not.toHaveProperty('turned');
    expect(begun(at({ runs: [again()] }))).not.toHaveProperty('turned');
    expect(begun(at({ sample }))).not.toHaveProperty('turned');
  });

  it('has tests of ours beside it when it is the last', () => {
    expect(begun(at())).not.toHaveProperty('canary');
    expect(begun(at({ runs: [again()] }))).not.toHaveProperty('canary');
    const last = begun(at({ runs: [again(), again()] }));
    expect(last.canary).toBeDefined();
    expect(begun(at({ runs: [again(), again({ ids: null })] }))).not.toHaveProperty('canary');
    expect(begun(at({ runs: [again(), again()] }), reaching(undefined))).not.toHaveProperty('canary');
    expect(begun(at({ sample })).canary).toBeDefined();
  });

  it.each([
    [29_000, false],
    [29_666, false],
    [29_667, true],
    [40_000, true],
  ])('after one of %i ms is the last where two more would not fit: %s', (durationMs, is) => {
    expect('canary' in begun(at({ runs: [again({ durationMs })] }))).toBe(is);
  });

  it('is counted, without what it wrote, and another follows', () => {
    const result = again({ tail: 'noise' });
    expect(came(at(), result)).toMatchObject({
      ...{ kind: 'advance', state: { fetched: 1, at: { ...at(), runs: [{ ...result, tail: '' }] } } },
    });
  });

  it.each<[string, Stable, GateResult]>([
    ['it was the third', at({ runs: [again(), again({ ids: null })] }), again()],
    ['tests of ours were beside it', at({ runs: [again(), again()] }), again({ canary: { kind: 'failed' } as never })],
    ['its time was over', at(), again({ verdict: 'timeout' })],
    ['there is no time for another', at(), again({ durationMs: 89_001 })],
  ])('is the last where %s', (_, step, result) => {
    const decision = came(step, result);
    expect(decided(task(step)).kind).toBe('spawn');
    expect(decision).toMatchObject({
      state: { at: { kind: 'judging_stable', runs: { length: step.runs.length + 1 } } },
    });
  });

  it('is not the last while there is a second for another', () => {
    expect(came(at(), again({ durationMs: 89_000 }))).toMatchObject({ state: { at: { kind: 'stable' } } });
  });

  it('that its version knows no other order for is done as usual', () => {
    const refused = again({ verdict: 'failed', ids: null, turned: true } as never);
    expect(came(at(), refused)).toMatchObject({ state: { at: { ...at(), asUsual: true } } });
    for (const other of [
      { ...refused, turned: undefined },
      { ...refused, ids: ids() },
      { ...refused, verdict: 'passed' as const },
    ])
      expect(came(at(), other as GateResult)).not.toHaveProperty('state.at.asUsual');
  });
});

describe('tests of ours that must fail', () => {
  const last = at({ runs: [again(), again()] });
  const recorded = (decision: ReturnType<typeof came>) => {
    if (decision.kind !== 'advance' || decision.state.at.kind !== 'recording_test') return null;
    const { results, next, tree } = decision.state.at;
    return { next, tree, results: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })) };
  };

  it('and did not are what is said of the gate', () => {
    expect(recorded(came(last, again({ canary: { kind: 'silent', why: 'it is silent' } as never })))).toEqual({
      ...{ next: 'stable', tree: 't1' },
      results: [
        {
          ...{ gate: 'canary', verdict: 'failed' },
          why: 'what runs the tests, or what they assert with, judges nothing: it is silent',
        },
      ],
    });
  });

  it.each([
    [{ kind: 'failed' }, 'passed', 'tests of Drover that must fail do'],
    [{ kind: 'untold', why: 'no report' }, 'skipped', 'not tried: whether what runs the tests judges (no report)'],
    [undefined, 'skipped', 'not tried: whether what runs the tests judges'],
  ])('alone say by %j: %s', (canary, verdict, why) => {
    expect(recorded(came(at({ sample }), again({ ...(canary && { canary: canary as never }) })))).toEqual({
      ...{ next: 'stable', tree: 't1', results: [{ gate: 'canary', verdict, why }] },
    });
  });

  it('that could not tell are no word about the others, whose runs stand alone, unless one of those failed', () => {
    const canary = { kind: 'untold', why: 'no report' } as never;
    expect(came(last, again({ canary }))).toMatchObject({
      state: { at: { kind: 'judging_stable', runs: { length: 2 } } },
    });
    const failed = again({ canary, verdict: 'failed', ids: ids(['b.test.js > x', 'a.test.js > one']) });
    expect(came(last, failed)).toMatchObject({ state: { at: { kind: 'judging_stable', runs: { length: 3 } } } });
    const elsewhere = again({ canary, verdict: 'failed', ids: ids(['b.test.js > x']) });
    expect(came(last, elsewhere)).toMatchObject({ state: { at: { runs: { length: 2 } } } });
  });
});

describe('what is judged', () => {
  const judging = (more: object = {}): TaskStep => ({ ...at({ runs: [again()] }), kind: 'judging_stable', ...more });
  const budgetFor = (durationMs: number) => {
    const decision = decided(task(judging(), {}, told, [{ ...whole, durationMs }]));
    return decision.kind === 'perform' ? (decision.effect.input as { readonly budgetMs: number }).budgetMs : null;
  };

  it('is each run, beside how the whole ended', () => {
    expect(decided(task(judging({ moreLaid: true })))).toMatchObject({
      kind: 'perform',
      effect: {
        name: 'judge-stable',
        input: { hub, tree: 't1', files: ['a.test.js'], all: false, exit: 0, runs: [{ gate: 'stable' }] },
      },
    });
    expect(decided(task(judging()))).toMatchObject({ effect: { input: { all: true } } });
  });

  it('has three times what the whole took, from a minute to ten', () => {
    expect([1_000, 20_000, 30_000, 200_000, 900_000].map(budgetFor)).toEqual([
      60_000, 60_000, 90_000, 600_000, 600_000,
    ]);
  });

  it('is one result of all runs', () => {
    const runs = [again({ durationMs: 5 }), again({ durationMs: 7, argv: ['x'], exit: 3, outputHash: 'h' as never })];
    const findings = [{ gate: 'stable', what: 'w', file: null, line: null, weight: 'note' as const }];
    const judged = done(task(judging({ runs })), 'judge-stable', { why: 'steady', findings });
    expect(judged).toMatchObject({
      state: {
        at: {
          ...{ kind: 'recording_test', tree: 't1', next: 'stable' },
          results: [
            {
              ...{ gate: 'stable', verdict: 'passed', why: 'steady', argv: ['x'], exit: 3, outputHash: 'h' },
              ...{ durationMs: 12, findings },
            },
          ],
        },
      },
      said: [{ kind: 'gate_judged', data: { on: 'tree', gate: 'stable', verdict: 'passed', why: 'steady' } }],
    });
    const none = done(task(judging({ runs: [] })), 'judge-stable', { why: 'steady', findings: [] });
    expect(none.state.at).toMatchObject({ results: [{ argv: [], exit: null, outputHash: null, durationMs: 0 }] });
  });
});
